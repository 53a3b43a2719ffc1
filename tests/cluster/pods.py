"""pods.py JOB.yaml TEQL OUT SYSTEM: runs the pods of an indexed job, one after another, as Kubernetes would.

Each has the command and the variables of the file, and JOB_COMPLETION_INDEX. What only a cluster has is replaced: the
folder, the system, scratch, and where the program is.
"""
import os
import subprocess
import sys

import yaml


def expect(holds, what):
    if not holds:
        sys.exit(f"not ok: {what}")


def variables(container, own):
    """Of the file, with those of `own` in place of its own. All of `own` must be in the file."""
    said = {v["name"]: v["value"] for v in container["env"]}
    expect(all(isinstance(v, str) for v in said.values()), "Kubernetes takes texts as values only")
    expect(own.keys() <= said.keys(), f"a variable is not in the file: {own.keys() - said.keys()}")
    return said | own


def check(job, container):
    spec, pod = job["spec"], job["spec"]["template"]["spec"]
    expect((job["apiVersion"], job["kind"]) == ("batch/v1", "Job"), "it is a job")
    expect(spec["completionMode"] == "Indexed", "it is indexed: otherwise no pod has an index")
    expect(variables(container, {})["TEQL_SHARDS"] == str(spec["completions"]), "as many shards as completions")
    expect(pod["restartPolicy"] in ("OnFailure", "Never"), "what a job may have")
    mounted, there = ({x["name"] for x in xs} for xs in (container["volumeMounts"], pod["volumes"]))
    expect(mounted == there, "each volume is mounted")


def main(path, teql, out, system):
    with open(path, encoding="utf-8") as f:
        job = yaml.safe_load(f)
    container, = job["spec"]["template"]["spec"]["containers"]
    check(job, container)
    own = {"OUT": out, "SYSTEM": system, "TMPDIR": os.environ.get("TMPDIR", "/tmp")}
    base = os.environ | {"PATH": os.path.dirname(teql) + ":" + os.environ["PATH"]}
    shards = job["spec"]["completions"]
    for index in range(shards):
        env = base | variables(container, own) | {"JOB_COMPLETION_INDEX": str(index)}
        pod = subprocess.run(container["command"], env=env, stdin=subprocess.DEVNULL, text=True, timeout=60,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        expect(pod.returncode == 0, f"pod {index}: {pod.stderr}")
        expect(f"shard {index + 1}/{shards}, as JOB_COMPLETION_INDEX says" in pod.stderr, f"pod {index} is a shard")


main(*sys.argv[1:])
