# slurm.sh: a Slurm cluster of one node on this machine, in the folder $work/slurm; sourced by tests/cluster/run. It
# listens on loopback only, and its daemons run as the user who runs the test. A munge daemon of its own authenticates
# requests: without it any user of this machine could submit jobs in that user's name.
#
#   slurm_start   start it; fails, and says why on standard output, if that is not possible
#   slurm_stop    end its jobs and daemons
#   within N COMMAND…   wait until the command succeeds, N tenths of a second at most

within() {
    tries=$1
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
        tries=$((tries - 1))
    done
}

free_ports() {
    python3 -c 'import socket
taken = [socket.socket() for _ in range(2)]
for s in taken: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in taken))'
}

# Tasks wait rather than compute, so the cluster claims more processors than the machine has. A requeued task begins when
# the permission of its first run has expired: after two minutes, or at least five seconds.
slurm_configure() {
    host=$(hostname -s)
    user=$(id -un)
    read -r ctld_port d_port <<END
$(free_ports)
END
    cat >"$1/slurm.conf" <<END
ClusterName=teql
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$ctld_port
SlurmdPort=$d_port
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$1/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$1/state
SlurmdSpoolDir=$1/spool
SlurmctldPidFile=$1/slurmctld.pid
SlurmdPidFile=$1/slurmd.pid
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
KillWait=1
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=8
PartitionName=all Nodes=ALL Default=YES MaxTime=10
END
}

node_is_idle() { [ "$(sinfo --noheader --format %t)" = idle ]; }

tell_why() { grep -h -i fatal "$@" || echo "no node is idle"; }

# munged insists on a socket that all users can reach. Here nobody else should: hence --force.
start_munge() {
    (umask 077 && head -c 128 /dev/urandom >"$1/munge.key")
    munged --foreground --force --key-file="$1/munge.key" --socket="$1/munge.socket" --pid-file="$1/munge.pid" \
        --seed-file="$1/munge.seed" --log-file="$1/munge.log" >"$1/munged.log" 2>&1 &
    munge=$!
    within 50 [ -S "$1/munge.socket" ]
}

slurm_start() {
    slurm=$work/slurm
    PATH=$PATH:/usr/sbin # daemons are there
    for program in munged slurmctld slurmd sbatch; do
        command -v $program >/dev/null || { echo "there is no $program" && return 1; }
    done
    mkdir -p "$slurm/state" "$slurm/spool"
    slurm_configure "$slurm"
    export SLURM_CONF="$slurm/slurm.conf"
    start_munge "$slurm" || { tell_why "$slurm/munged.log" && return 1; }
    slurmctld -D -i >"$slurm/slurmctld.log" 2>&1 &
    ctld=$!
    slurmd -D >"$slurm/slurmd.log" 2>&1 &
    d=$!
    within 200 node_is_idle || { tell_why "$slurm"/*.log && return 1; }
}

nothing_queued() { [ -z "$(squeue --noheader)" ]; }
ended() { ! kill -0 "$1"; }

# A daemon that does not end by itself is killed.
slurm_stop() {
    [ -z "${ctld:-}" ] || timeout 5 squeue --noheader --format %A | xargs -r timeout 5 scancel || :
    [ -z "${ctld:-}" ] || within 50 nothing_queued || :
    for daemon in ${d:-} ${ctld:-} ${munge:-}; do
        kill "$daemon" 2>/dev/null || continue
        within 50 ended "$daemon" || kill -9 "$daemon"
    done
    d='' ctld='' munge=''
}
