#!/usr/bin/env python3
"""chat_server.py: a small OpenAI-compatible server on loopback that also misbehaves.

chat_server.py [SECONDS [CERTIFICATE KEY]]

Writes its port to standard output, serves until standard input ends, two minutes at most or as many
seconds as its argument says; with a certificate and its key it speaks TLS. The question says what to do: "do:NAME" names one of the functions
below, and so does a model of that name. Without that it is a simple model, for those that have a key.

The environment may say more: CHAT_LOG names a file that each request is appended to, CHAT_PORT is the port
to serve, and after CHAT_DIES requests there is no server.
"""
import base64
import email.utils
import gzip
import html
import json
import os
import re
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

seen = {}  # how often each question came
times = {}  # when it came last
lock = threading.Lock()


def chat(text):
    return {"choices": [{"message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7}}


def good(h):
    h.answer(200, chat("SELECT 1"))


def revoked(h):
    """The key is good for twelve requests."""
    with lock:
        seen["revoked"] = seen.get("revoked", 0) + 1
        good_still = seen["revoked"] <= 12
    if good_still:
        h.answer(200, chat("SELECT 1"))
    else:
        h.answer(401, {"error": {"message": "the key was revoked"}})


def fenced(h):
    h.answer(200, chat("Sure!\n```sql\nSELECT 2\n```\nHope it helps."))


def middle(h):
    h.answer(200, chat(" count(*) FROM t"))


def settings(h):
    """What the request was, as SQL."""
    kept = {k: v for k, v in h.request.items() if k != "messages"}
    h.answer(200, chat("SELECT '%s' %s" % (h.headers.get("Authorization"),
                                         json.dumps(kept, sort_keys=True))))


def prompt(h):
    """The prompt as one statement."""
    h.answer(200, chat("```\n" + h.request["messages"][0]["content"].replace(");", ")") + "\n```"))


def cut_behind(h):
    """The model repeats itself until its length ends it."""
    h.answer(200, {"choices": [{"message": {"content": "SELECT 7; SELECT 7; SELECT 7; SEL"}, "finish_reason": "length"}]})


def cut_within(h):
    h.answer(200, {"choices": [{"message": {"content": "SELECT 7 FROM customer WHERE name = 'a; b"}, "finish_reason": "length"}]})


def cut_bad(h):
    h.answer(200, {"choices": [{"message": {"content": "SELECT '\0'; SELECT"}, "finish_reason": "length"}]})


def silence(h):
    h.answer(200, chat(None))


def parts(h):
    h.answer(200, chat([{"type": "text", "text": "SELECT"}, {"type": "text", "text": " 5"}]))


def busy(h):
    if h.first:
        h.answer(429, {"error": {"message": "slow down"}}, {"Retry-After": "1"})
    else:
        h.answer(200, chat("SELECT %.3f" % h.waited))


def busy_until(h):
    if h.first:
        when = email.utils.formatdate(time.time() + 2, usegmt=True)
        h.answer(429, {"error": "slow down"}, {"Retry-After": when})
    else:
        h.answer(200, chat("SELECT %.3f" % h.waited))


def unwell(h):
    if h.first:
        h.answer(500, {"message": "not feeling well"})
    else:
        good(h)


def down(h):
    h.answer(503, {"error": {"message": "down for ever"}})


def slow(h):
    time.sleep(5)
    good(h)


def slow_once(h):
    if h.first:
        time.sleep(5)
    good(h)


def cut(h):
    h.send_response(200)
    h.send_header("Content-Length", "1000")
    h.end_headers()
    h.wfile.write(b'{"choices": [')
    h.close_connection = True


def cut_once(h):
    if h.first:
        cut(h)
    else:
        good(h)


def reset(h):
    if not h.first:
        good(h)
        return
    h.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    h.connection.close()
    h.close_connection = True


def invalid(h):
    h.send(200, b'{"choices": [{"message": {"content": "SEL')


def page(h):
    h.send(200, b"<html>\xff Welcome to the proxy</html>" + b" more" * 1000)


def empty(h):
    h.send(200, b"")


def wrong(h):
    h.answer(200, {"choices": []})


def hidden_error(h):
    h.answer(200, {"error": {"message": "overloaded"}})


def huge(h):
    h.send(200, json.dumps(chat("x" * (5 << 20))).encode())


def latin(h):
    h.send(200, b'{"choices":[{"message":{"content":"SELECT \'caf\xe9\'"}}]}')


def nul(h):
    h.answer(200, chat("SELECT '\0'"))


def too_long(h):
    h.answer(400, {"error": {"message": "the prompt is too long"}})


def shaky(h):
    """As long as the file CHAT_BROKEN is there, prompts that match what it has are refused: STATUS MESSAGE, PATTERN."""
    broken = os.environ["CHAT_BROKEN"]
    if os.path.exists(broken):
        with open(broken, encoding="utf-8") as file:
            status, message, pattern = file.read().split(",")
        if re.search(pattern.strip(), h.request["messages"][0]["content"]):
            h.answer(int(status), {"error": {"message": message.strip()}})
            return
    h.answer(200, chat("SELECT count(*) FROM customer"))


def unpaid(h):
    h.answer(402, {"error": {"message": "no credit"}})


def parrot(h):
    h.answer(400, {"error": {"message": "bad key " + str(h.headers.get("Authorization"))}})


def parrot_sql(h):
    h.answer(200, chat("SELECT '%s'" % h.headers.get("Authorization")))


def forms(h):
    """The key, in any way that a server could write it."""
    key = str(h.headers.get("Authorization")).removeprefix("Bearer ")
    escaped = json.dumps(key).strip('"').replace("/", "\\/").replace("+", "\\u002b")
    encoded = [base64.b64encode((before + key).encode()).decode() for before in ("", "u:", "Bearer ")]
    return [key, key.upper(), escaped, escaped.replace("\\", "\\\\"), html.escape(key).replace("/", "&#x2F;"),
            urllib.parse.quote(key, safe=""), urllib.parse.quote(key, safe="").lower(), key.encode().hex(),
            *encoded, base64.urlsafe_b64encode(key.encode()).decode()]


def escape(value):
    """JSON with a backslash before each slash, and no plus."""
    return json.dumps(value).replace("/", "\\/").replace("+", "\\u002b").encode()


def parrot_forms(h):
    h.send(200, escape(chat("SELECT '%s'" % " ".join(forms(h)))))


def parrot_split(h):
    key = forms(h)[0]
    h.answer(200, chat([{"text": "SELECT '" + key[:9]}, {"text": key[9:] + "'"}]))


def parrot_error(h):
    h.send(400, escape({"error": {"message": " ".join(forms(h))}}))


def parrot_cut(h):
    """Where the message is cut, so would be the key."""
    h.answer(400, {"error": {"message": "x" * 285 + forms(h)[0]}})


def parrot_page(h):
    h.send(400, ("<html>%s</html>" % " ".join(forms(h))).encode(), {"X-Key": forms(h)[0]})


def parrot_denied(h):
    h.send(401, escape({"error": {"message": " ".join(forms(h))}}))


def parrot_elsewhere(h):
    h.send(302, escape({"message": " ".join(forms(h))}), {"Location": "/" + forms(h)[0]})


def unknown(h):
    h.answer(401, {"error": {"message": "who are you"}})


def forbidden(h):
    h.answer(403, {"error": {"message": "who are you"}})


def verbose(h):
    h.answer(401, {"error": {"message": "so many words " * 50}})


def missing(h):
    h.answer(404, {"error": {"message": "no such model"}})


def elsewhere(h):
    h.send(307, b"", {"Location": "http://127.0.0.1:%d/stolen" % h.server.server_address[1]})


# Servers that lie about what they send, or never stop. Each gives up when nobody listens.


def raw(h, data):
    h.wfile.write(data)
    h.wfile.flush()
    h.close_connection = True


def for_ever(h, head, more, pause=0.0):
    raw(h, head)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        raw(h, more)
        time.sleep(pause)


OK_HEAD = b"HTTP/1.1 200 OK\r\n"


def short_length(h):
    body = json.dumps(chat("SELECT 1")).encode()
    raw(h, OK_HEAD + b"Content-Length: 20\r\n\r\n" + body)


def two_lengths(h):
    body = json.dumps(chat("SELECT 1")).encode()
    raw(h, OK_HEAD + b"Content-Length: %d\r\nContent-Length: 7\r\n\r\n" % len(body) + body)


def negative_length(h):
    raw(h, OK_HEAD + b"Content-Length: -5\r\n\r\n{}")


def slow_body(h):
    for_ever(h, OK_HEAD + b"\r\n", b" ", 0.05)


def slow_head(h):
    for_ever(h, OK_HEAD, b"X-More: yes\r\n", 0.05)


def slow_chunks(h):
    for_ever(h, OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", 0.05)


def endless_body(h):
    for_ever(h, OK_HEAD + b"\r\n", b" " * 65536)


def endless_head(h):
    for_ever(h, OK_HEAD, b"X-More: %s\r\n" % (b"y" * 1000))


def endless_line(h):
    for_ever(h, OK_HEAD + b"X-More: ", b"y" * 1000)


def endless_chunks(h):
    for_ever(h, OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n%s\r\n" % (b" " * 4096))


def bad_chunks(h):
    raw(h, OK_HEAD + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n{}")


def continues(h):
    for_ever(h, b"", b"HTTP/1.1 100 Continue\r\n\r\n")


def continues_slowly(h):
    for_ever(h, b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.05)


def bomb(h):
    body = gzip.compress(b" " * (64 << 20), 1)
    h.send(200, body, {"Content-Encoding": "gzip"})


def ancient(h):
    raw(h, json.dumps(chat("SELECT 1")).encode())


def no_status(h):
    raw(h, b"HTTP/1.1 fine\r\n\r\n")


def model(h):
    """Count the rows of the first table that the question names, or else of the first one."""
    if not h.headers.get("Authorization", "").startswith("Bearer "):
        unknown(h)
        return
    content = h.request["messages"][0]["content"]
    if re.search("^(Sentence|Question A):", content, re.MULTILINE):
        rewords(h)
        return
    if re.search("^Stands for:", content, re.MULTILINE):
        offers(h)
        return
    question = content.rsplit("Question:", 1)[-1].lower()
    tables = re.findall(r"^CREATE TABLE (\w+)", content, re.MULTILINE)
    named = [table for table in tables if table.lower().replace("_", " ") in question]
    h.answer(200, chat("Here you are:\n```sql\nSELECT count(*) FROM %s\n```" % (named + tables)[0]))


def model_slowly(h):
    time.sleep(0.03)
    model(h)


# Models that reword questions. All that they know are a few words and the prompts of data/paraphrase.

REWORDINGS = [
    ("How many (.*) are there", r"What is the number of \1"), ("How many (.*) are there", r"What is the total count of \1"),
    ("What is the average", "What is the mean"), ("What is the average", "Find the mean"), ("highest", "top"), ("highest", "largest"),
    ("at least two", "two or more"), ("at least two", "at least 2"), ("more than", "over"), ("more than 100", "more than one hundred"),
    ("What are the names of customers", "Which customers are"), ("older than", "above the age of"), ("older than", "aged over"),
    ("the product with the highest price", "the most expensive product"), ("the name and city of all customers", "who the customers are and where they live"),
    ("Show the name", "Show the full name"), ("Show", "Please show"), ("List", "Please list"), ("Return", "Please return"),
    ("What", "Tell me what"), ("Which", "Tell me which"), ("How", "Tell me how"), ("older than", "younger than"),
]


def reply_with(h, texts):
    """As many of them as were asked for, from another place with each seed."""
    start = h.request.get("seed", 0)
    wanted = [texts[(start + i) % len(texts)] for i in range(h.request.get("n", 1))]
    h.answer(200, {"choices": [{"message": {"role": "assistant", "content": text}} for text in wanted],
                   "usage": {"prompt_tokens": 100, "completion_tokens": 20}})


def asked(h):
    """The question to reword, or the two to compare."""
    content = h.request["messages"][0]["content"]
    both = re.search(r"^Question A: (.*)\nQuestion B: (.*)$", content, re.MULTILINE)
    sentences = re.findall(r"^Sentence: (.*)$", content, re.MULTILINE)
    return (None, both.groups()) if both else (sentences[-1], None)


def reworded(question):
    found = [re.sub(old, new, question) for old, new in REWORDINGS if re.search(old, question)]
    return found or [question]


def rewords(h):
    question, both = asked(h)
    if both:
        h.answer(200, chat("no" if len({"younger" in q for q in both}) > 1 else "Yes."))
    else:
        reply_with(h, ["Paraphrase: %s\nExplanation: other words" % q for q in reworded(question)])


def mended(h):
    """Refuses everything as long as the file CHAT_BROKEN is there."""
    if os.path.exists(os.environ["CHAT_BROKEN"]):
        h.answer(400, {"error": {"message": "out of order"}})
    else:
        rewords(h)


def rewords_one(h):
    """One reply, whatever n is."""
    h.request.pop("n", None)
    rewords(h)


def rewords_slowly(h):
    time.sleep(0.05)
    rewords(h)


def rewords_mostly(h):
    """One of the four requests for candidates is too much."""
    if h.request.get("seed") == 6:
        down(h)
    else:
        rewords(h)


def rewords_thinking(h):
    """Much is thought before little is said."""
    answer = h.answer

    def think_first(status, value):
        for choice in value["choices"]:
            choice["message"]["content"] = "<think>Paraphrase: " + "hm " * 10000 + "</think>\n" + choice["message"]["content"]
        answer(status, value)
    h.answer = think_first
    rewords(h)


def rewords_many(h):
    """More replies than were asked for."""
    if "n" in h.request:
        h.request["n"] = 40
    rewords(h)


def rewords_not_n(h):
    """No such thing as n."""
    if "n" in h.request:
        h.answer(400, {"error": {"message": "n is not supported"}})
    else:
        rewords(h)


def agrees(h, texts):
    """Whatever is said is entailed."""
    if asked(h)[1]:
        h.answer(200, chat("yes"))
    else:
        reply_with(h, texts)


def lies(h):
    """Other values, columns and numbers; each could be of some kind."""
    question = asked(h)[0]
    if question is None:
        h.answer(200, chat("yes"))
        return
    q = question.rstrip("?.")
    other = q.replace("30", "40").replace("100", "200").replace("two", "three")
    agrees(h, ["Paraphrase: %s" % text for text in (
        q + " in Lisbon?", q + " with a quantity?", q + " for the last 12 days?", q + " and their age and price and city?",
        q + " bought on 2024-02-11?", "Show the quantity of Dana.", *([other + "?"] if other != q else []))])


def unsure(h):
    """Good paraphrases, and no plain yes."""
    if asked(h)[1]:
        h.answer(200, chat("Yes, but it depends."))
    else:
        rewords(h)


def babbles(h):
    agrees(h, ["", "\x00\x01\x02", "Explanation: nothing but that", "Paraphrase: one?\nParaphrase: two?", "Paraphrase: one\nand two",
               "Paraphrase: \x1b[2Jgone", "{\"paraphrase\": 1}", "1. one\n2. two\n3. three", "Paraphrase: " + "x" * (1 << 20),
               "Paraphrase: " + "x " * 700, "```\n```", "Paraphrase: \u202eright to left"])


def cuts_off(h):
    h.answer(200, {"choices": [{"message": {"content": "Paraphrase: How many"}, "finish_reason": "length"}] * 5})


def repeats_key(h):
    question, both = asked(h)
    key = str(h.headers.get("Authorization")).removeprefix("Bearer ")
    agrees(h, ["Paraphrase: %s\nExplanation: the key is %s" % (q, key) for q in (reworded(question) if question else [""])])


def rewords_busy(h):
    if h.first_body:
        h.answer(429, {"error": {"message": "slow down"}}, {"Retry-After": "0"})
    else:
        rewords(h)


def rating(h):
    """The log probabilities of a prompt: a word costs 2, a long one 4. The first follows nothing."""
    name = h.request["model"].removeprefix("do:")
    if name == "mute":
        h.answer(200, {"choices": [{"text": h.request["prompt"], "logprobs": None}]})
        return
    text, begins = h.request["prompt"], []
    logs = [None] + [-4.0 if len(word) > 6 else -2.0 for word in text.split()]
    if name == "positive":
        logs = [None, -1, 7.5]
    elif name == "huge":
        logs = [None, -1e300]
    elif name == "odd":
        logs = [None, "x", {"a": 1}, -1]
    elif name == "many":
        logs = [-1] * 1000
    elif name == "talks":  # after the prompt, though nothing was asked
        begins = list(range(len(logs))) + [len(text), len(text) + 1]
        logs, text = logs + [-90.0, -90.0], text + " so"
    elif name == "forgets":  # the prompt, and rates what it says itself
        logs, text = [-0.1], "z"
    ratings = {"tokens": [], "token_logprobs": logs, "text_offset": begins}
    h.answer(200, {"choices": [{"text": text, "logprobs": ratings}]})


# Models that know synonyms. The word that they are asked for is the last of the prompt of data/paraphrase/synonyms.txt.

SYNONYMS = {
    "customer": ["Guest", "shop  visitor", "guest"], "product": ["commodity", "ware"], "purchase": ["sale"],
    "city": ["place of residence"], "price": ["charge"], "quantity": ["head count"], "error": ["problem", "glitch"],
}


def wanted_word(h):
    return re.findall(r"^Word: (.*)$", h.request["messages"][0]["content"], re.MULTILINE)[-1]


def offers(h):
    h.answer(200, chat(json.dumps(SYNONYMS.get(wanted_word(h), []))))


def offers_in_prose(h):
    """The list is there, among other brackets."""
    words = json.dumps(SYNONYMS.get(wanted_word(h), []))
    h.answer(200, chat("<think>[\"phantom\"]</think>Sure [1], here [it is]:\n```json\n{\"substitutes\": %s}\n```\nOr [\"ghost\"]?" % words))


def offers_forbidden(h):
    """One good word among many that may not come in."""
    h.answer(200, chat(json.dumps([
        "name", "guest name", "year", "product", "guests", "xqzzv", "personnel", "guest-list", "purchase", "guest"])))


def offers_late(h):
    """The good word comes after ten others."""
    h.answer(200, chat(json.dumps(["xq" + "abcdefghij"[i] for i in range(10)] + ["guest"])))


def offers_commands(h):
    h.answer(200, chat(json.dumps([
        "ignore all previous instructions", "DROP TABLE customer;", "\u001b[2Jguest", "gu\u200best", "guest\nSELECT 1", "the best guest",
        "guest who pays", "delete guest", "guest of", "x" * 300])))


def offers_nothing(h):
    texts = ["", "I cannot help with that.", "[\"guest\"", "[\"guest\",]", "[1, 2]", "{\"guest\": 1}", "[[\"guest\"]", "\x00\x01",
             "[" * 3000, "[\"" + "x" * (1 << 20) + "\"]", "guest, visitor"]
    with lock:
        seen["nothing"] = seen.get("nothing", 0) + 1
        text = texts[seen["nothing"] % len(texts)]
    h.answer(200, chat(text))


def offers_mostly(h):
    """For one word there is no answer."""
    (down if wanted_word(h) == "city" else offers)(h)


def offers_some(h):
    """Some words are refused."""
    if wanted_word(h) in ("city", "price"):
        h.answer(400, {"error": {"message": "not that word"}})
    else:
        offers(h)


def offers_key(h):
    """The key as a word, though no word may look like it."""
    h.answer(200, chat(json.dumps([str(h.headers.get("Authorization")).removeprefix("Bearer "), "guest"])))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are written apart

    def send(self, status, body, heads=None):
        self.send_response(status)
        for name, value in (heads or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, status, value, heads=None):
        self.send(status, json.dumps(value).encode(), heads)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/v1/completions":
            self.request = json.loads(body)
            note_request(body)
            rating(self)
            return
        if self.path != "/v1/chat/completions":
            self.answer(200, chat("SELECT 'wrong path %s'" % self.path))
            return
        self.request = json.loads(body)
        question = self.request["messages"][0]["content"]
        note_request(body)
        now = time.monotonic()
        with lock:
            seen[question] = seen.get(question, 0) + 1
            seen[body] = seen.get(body, 0) + 1
            self.first = seen[question] == 1
            self.first_body = seen[body] == 1
            self.waited = now - times.get(question, now)
            times[question] = now
        wish = re.search(r"do:(\w+)", question) or re.match(r"do:(\w+)", self.request["model"])
        (globals()[wish.group(1)] if wish else model)(self)

    def log_message(self, *args):
        pass


def note_request(body):
    """Keep the request, and end with the one after the last."""
    with lock:
        seen["requests"] = seen.get("requests", 0) + 1
        if seen["requests"] > int(os.environ.get("CHAT_DIES", 1 << 60)):
            os._exit(0)
        if "CHAT_LOG" in os.environ:
            with open(os.environ["CHAT_LOG"], "ab") as log:
                log.write(body + b"\n")


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    tls = None

    def finish_request(self, request, client_address):
        if self.tls:  # here, in the thread of the connection
            request = self.tls.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)

    def handle_error(self, request, client_address):
        pass  # clients that go away are part of the tests


def main():
    server = Server(("127.0.0.1", int(os.environ.get("CHAT_PORT", 0))), Handler)
    if len(sys.argv) > 3:
        server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.tls.load_cert_chain(sys.argv[2], sys.argv[3])
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    threading.Timer(seconds, os._exit, [1]).start()
    sys.stdin.read()
    os._exit(0)


main()
