"""A server on this machine that answers as Hugging Face does, for the models in a folder."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

HOST = "127.0.0.1"


@dataclass
class FakeHub:
    """`models[id][revision]` is the folder with that revision's files."""

    address: str = ""
    models: dict[str, dict[str, Path]] = field(default_factory=dict)
    proposed_by: dict[str, str] = field(default_factory=dict)
    gated: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    downloads: list[str] = field(default_factory=list)

    def commit(self, name: str, revision: str) -> str:
        return hashlib.sha1(f"{name} {revision}".encode()).hexdigest()

    def folder(self, name: str, revision: str) -> Path | None:
        revisions = self.models.get(name, {})
        by_commit = {self.commit(name, r): folder for r, folder in revisions.items()}
        return (revisions | by_commit).get(revision)


@contextmanager
def serving(hub: FakeHub) -> Iterator[FakeHub]:
    """The hub at an address of this machine, until the block ends."""
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer((HOST, 0), handler)
    hub.address = f"http://{HOST}:{server.server_port}"
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub

    def log_message(self, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self._file(with_content=False)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if "/resolve/" in path:
            self._file(with_content=True)
            return
        if not path.startswith("/api/models/"):
            self._json({"error": "Not found"}, 404)
            return
        owner, model, *rest = path.removeprefix("/api/models/").split("/")
        name, what = f"{owner}/{model}", rest[0] if rest else "revision"
        if name not in self.hub.models:
            self._json({"error": "Repository not found"}, 404, "RepoNotFound")
        elif what == "discussions":
            self._discussions(name)
        else:
            self._listing(name, what, "/".join(rest[1:]) or "main")

    def _listing(self, name: str, what: str, revision: str) -> None:
        folder = self.hub.folder(name, revision)
        if folder is None:
            self._json({"error": "Revision not found"}, 404, "RevisionNotFound")
            return
        files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
        sizes = {file.relative_to(folder).as_posix(): file.stat().st_size for file in files}
        if what == "tree":
            entries = [{"type": "file", "path": p, "size": s, "oid": p} for p, s in sizes.items()]
            self._json(entries)
            return
        commit = self.hub.commit(name, revision)
        siblings = [{"rfilename": path, "size": size} for path, size in sizes.items()]
        self._json({"id": name, "sha": commit, "siblings": siblings, "private": False})

    def _discussions(self, name: str) -> None:
        numbers = [
            int(revision.rpartition("/")[2])
            for revision in self.hub.models[name]
            if revision.startswith("refs/pr/")
        ]
        found = [
            {
                "title": "Adding `safetensors` variant of this model",
                "num": number,
                "status": "open",
                "author": {"name": self.hub.proposed_by[name]},
                "isPullRequest": True,
                "createdAt": "2026-01-01T00:00:00.000Z",
                "repo": {"name": name, "type": "model"},
            }
            for number in numbers
        ]
        self._json({"discussions": found, "count": len(found), "start": 0})

    def _file(self, *, with_content: bool) -> None:
        owner, model, _, commit, *parts = unquote(urlsplit(self.path).path).strip("/").split("/")
        name = f"{owner}/{model}"
        if name in self.hub.gated:
            self._json({"error": "Access to this model is restricted"}, 403, "GatedRepo")
            return
        content = (self.hub.folder(name, commit) / "/".join(parts)).read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{hashlib.sha1(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", commit)
        self.end_headers()
        if not with_content:
            return
        if name in self.hub.broken and len(content) > 10_000:
            self.close_connection = True
            self.wfile.write(content[:5_000])
            return
        self.hub.downloads.append("/".join(parts))
        self.wfile.write(content)

    def _json(self, answer: object, status: int = 200, error: str = "") -> None:
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if error:
            self.send_header("X-Error-Code", error)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)
