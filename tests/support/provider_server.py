#!/usr/bin/env python3
"""provider_server.py: the interfaces of some providers on loopback, as strict as the real ones.

provider_server.py [SECONDS]

Writes its port to standard output, serves until standard input ends, two minutes at most or as many seconds as its
argument says. A request that the real server would refuse is refused in its words and its form. The key is what
PROVIDER_KEY holds. Each request is appended to the file that CHAT_LOG names, as a line of JSON with path, heads and body.

A model whose name begins with "thinker" takes no temperature, wants max_completion_tokens, and counts its thoughts; one
that begins with "parrot" repeats the headers it got; one that begins with "cut" is cut off at its length; one that begins
with "rewords" rewords a question.
"""
import base64
import json
import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ.get("PROVIDER_KEY", "")
lock = threading.Lock()
counted = [0]


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status, self.message = status, message


def check(good, status, message):
    if not good:
        raise Refused(status, message)


def number(value, low, high):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def check_fields(body, known, words):
    for name, value in body.items():
        check(name in known, 400, words % name)
        check(value is not None, 400, "null for '%s'" % name)


def check_stops(stops, most):
    check(isinstance(stops, list) and 0 < len(stops) <= most and all(isinstance(s, str) and s for s in stops), 400, "bad stop sequences")


def check_messages(messages, roles):
    check(isinstance(messages, list) and messages, 400, "messages: field required")
    for m in messages:
        check(set(m) == {"role", "content"} and isinstance(m["content"], str) and m["content"].strip(), 400, "bad message")
        check(m["role"] in roles, 400, "messages: unexpected role \"%s\"" % m["role"])
    check(messages[-1]["role"] == "user", 400, "the last message is the user's")


def said(h, text_of_prompt):
    """What the model says."""
    model = h.body.get("model", "")
    if model.startswith("parrot"):
        return "SELECT '%s'" % " ".join(h.headers.values())
    if model.startswith("takes apart"):
        session = re.search("session=(\\w+)", h.headers["X-Cookie"]).group(1)
        return "SELECT '%s %s'" % (session, base64.b64decode(h.headers["X-Login"].split()[1]).decode())
    if model.startswith("cut"):
        return "SELECT 7; SELECT 7; SEL"
    if model.startswith("rewords"):
        with lock:
            counted[0] += 1
            return "yes" if "Question A:" in text_of_prompt else "Paraphrase: Tell me, in way %d, how many customers there are?" % counted[0]
    tables = re.findall(r"^CREATE TABLE (\w+)", text_of_prompt, re.MULTILINE)
    return "SELECT count(*) FROM %s" % (tables + ["nothing"])[0]


def all_text(messages):
    return "\n".join(m["content"] for m in messages)


OPENAI_FIELDS = {"model", "messages", "temperature", "top_p", "n", "max_tokens", "max_completion_tokens", "seed", "stop",
                 "reasoning_effort", "response_format", "stream", "user"}


def openai_chat(h, fields=OPENAI_FIELDS):
    body = h.body
    check_fields(body, fields, "Unrecognized request argument supplied: %s")
    check_messages(body.get("messages"), ("system", "developer", "user", "assistant"))
    check(not ("max_tokens" in body and "max_completion_tokens" in body), 400,
          "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
    if body.get("model", "").startswith("thinker"):
        check("max_tokens" not in body, 400,
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
        check(body.get("temperature", 1) == 1, 400, "Unsupported value: 'temperature' does not support 0 with this model.")
    if "stop" in body:
        check_stops(body["stop"], 4)
    cut = body.get("model", "").startswith("cut")
    choice = {"index": 0, "message": {"role": "assistant", "content": said(h, all_text(body["messages"])), "refusal": None},
              "finish_reason": "length" if cut else "stop"}
    thoughts = 64 if body.get("model", "").startswith("thinker") else 0
    return {"id": "x", "object": "chat.completion", "model": body.get("model"), "choices": [choice] * body.get("n", 1),
            "usage": {"prompt_tokens": 100, "completion_tokens": 7 + thoughts, "total_tokens": 107 + thoughts,
                      "completion_tokens_details": {"reasoning_tokens": thoughts, "audio_tokens": 0}}}


def bearer(h):
    check(h.headers.get("Authorization") == "Bearer " + KEY, 401, "Incorrect API key provided")


def openai(h):
    bearer(h)
    return openai_chat(h)


def local(h):
    """vLLM and llama.cpp: more fields, and a key where one was set."""
    bearer(h)
    return openai_chat(h, OPENAI_FIELDS | {"top_k", "min_p", "chat_template_kwargs"})


def completions(h):
    bearer(h)
    body = h.body
    check_fields(body, {"model", "prompt", "temperature", "top_p", "n", "max_tokens", "seed", "stop", "echo", "logprobs"},
                 "Unrecognized request argument supplied: %s")
    check(isinstance(body.get("prompt"), str), 400, "you must provide a prompt")
    if "stop" in body:
        check_stops(body["stop"], 4)
    text = "%s;\n\n-- Question: And then?\nSELECT 8" % said(h, body["prompt"]).removeprefix("SELECT")
    choice = {"index": 0, "text": text, "logprobs": None, "finish_reason": "length"}
    if "logprobs" in body:
        words = body["prompt"].split()
        choice = {"index": 0, "text": body["prompt"], "finish_reason": "length",
                  "logprobs": {"tokens": words, "token_logprobs": [None] + [-2.0] * (len(words) - 1), "text_offset": [0] * len(words)}}
    return {"id": "x", "object": "text_completion", "choices": [choice], "usage": {"prompt_tokens": 90, "completion_tokens": 20}}


def azure(h):
    check(h.headers.get("api-key") == KEY and "Authorization" not in h.headers, 401, "Access denied due to invalid subscription key")
    check(re.fullmatch(r"api-version=\d{4}-\d\d-\d\d(-preview)?", h.query), 404, "Resource not found")
    return openai_chat(h)


def azure_v1(h):
    check(h.headers.get("api-key") == KEY and "Authorization" not in h.headers, 401, "Access denied due to invalid subscription key")
    check(h.query == "", 400, "api-version query parameter is not allowed when using /v1 path")
    return openai_chat(h)


def anthropic(h):
    body = h.body
    check(h.headers.get("x-api-key") == KEY and "Authorization" not in h.headers, 401, "invalid x-api-key")
    check(h.headers.get("anthropic-version") == "2023-06-01", 400, "anthropic-version: header is required")
    check_fields(body, {"model", "messages", "max_tokens", "system", "temperature", "top_p", "top_k", "stop_sequences", "thinking",
                        "metadata"}, "%s: Extra inputs are not permitted")
    check(isinstance(body.get("model"), str), 400, "model: Field required")
    check(isinstance(body.get("max_tokens"), int) and body["max_tokens"] > 0, 400, "max_tokens: Field required")
    check_messages(body.get("messages"), ("user", "assistant"))
    check(not ("temperature" in body and "top_p" in body), 400, "`temperature` and `top_p` cannot both be specified for this model.")
    check(number(body.get("temperature", 1), 0, 1), 400, "temperature: range: 0..1")
    check(isinstance(body.get("system", "x"), str) and body.get("system", "x"), 400, "system: text content blocks must be non-empty")
    if "stop_sequences" in body:
        check_stops(body["stop_sequences"], 8191)
    blocks = [{"type": "thinking", "thinking": "SELECT 0;", "signature": "x"},
              {"type": "text", "text": said(h, body.get("system", "") + all_text(body["messages"]))}]
    return {"id": "msg_x", "type": "message", "role": "assistant", "model": body["model"], "content": blocks,
            "stop_reason": {"cut": "max_tokens", "cut by the window": "model_context_window_exceeded"}.get(body["model"], "end_turn"), "stop_sequence": None,
            "usage": {"input_tokens": 60, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 20, "output_tokens": 9}}


def ollama(h):
    body = h.body
    check_fields(body, {"model", "messages", "stream", "options", "format", "keep_alive", "think"}, "unknown field '%s'")
    check(body.get("stream") is False, 400, "this would be a stream")
    check_messages(body.get("messages"), ("system", "user", "assistant"))
    options = body.get("options", {})
    check_fields(options, {"temperature", "top_p", "top_k", "num_predict", "num_ctx", "seed", "stop"}, "invalid option provided: %s")
    if "stop" in options:
        check_stops(options["stop"], 100)
    return {"model": body["model"], "created_at": "2025-01-01T00:00:00Z",
            "message": {"role": "assistant", "content": said(h, all_text(body["messages"])), "thinking": "SELECT 0;"},
            "done": True, "done_reason": "length" if body["model"].startswith("cut") else "stop", "prompt_eval_count": 80, "eval_count": 6}


# What a server has at an address; the first that fits counts.
ROUTES = [
    (r"/openai/deployments/[^/]+/chat/completions", azure),
    (r"/openai/v1/chat/completions", azure_v1),
    (r"/local/v1/chat/completions", local),
    (r"/v1/chat/completions", openai),
    (r"/v1/completions", completions),
    (r"/v1/messages", anthropic),
    (r"/api/chat", ollama),
]


def refusal(route, message):
    if route is anthropic:
        return {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
    return {"error": message} if route is ollama else {"error": {"message": message, "code": None}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.place, _, self.query = self.path.partition("?")
        with lock, open(os.environ.get("CHAT_LOG", os.devnull), "a") as log:
            log.write(json.dumps({"path": self.path, "heads": dict(self.headers.items()), "body": self.body}) + "\n")
        route = next((r for path, r in ROUTES if re.fullmatch(path, self.place)), None)
        try:
            check(route, 404, "no such path: " + self.path)
            self.send(200, route(self))
        except Refused as e:
            self.send(e.status, refusal(route, e.message))

    def send(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # a client that knows enough goes away


def main():
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Timer(int(sys.argv[1]) if len(sys.argv) > 1 else 120, os._exit, [1]).start()
    sys.stdin.read()
    os._exit(0)


main()
