"""Download a model from Hugging Face into the local cache, using huggingface_hub."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import INDEX, WEIGHTS, check_size

# Configuration, safetensors weights and the tokenizers' files; nothing from subfolders.
_WANTED = (WEIGHTS, "model-*-of-*.safetensors", "*.json", "*.txt", "*.model", "*.spm")
_UNWANTED = ("*/*",)
_PATIENCE_SECONDS = 10.0
# The account with which Hugging Face proposes safetensors for repositories without them.
_CONVERTER = "SFconvertbot"

Report = Callable[[int, int], None]


def download(name: str, report: Report) -> Path:
    """The folder of the model with this id, downloaded unless it is cached.

    A cached copy is used if there is no network. `report` gets the bytes received and the total,
    also from other threads.

    Raises: PretrainedError no_network, no_such_id, gated, no_safetensors, too_large,
        download_stopped.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import GatedRepoError
    from huggingface_hub.utils import httpx

    revision, size = _revision_and_size(name)
    if revision is None:
        return _fetched_earlier(name)
    check_size(name, size)
    try:
        folder = snapshot_download(
            name,
            revision=revision,
            allow_patterns=list(_WANTED),
            ignore_patterns=list(_UNWANTED),
            tqdm_class=_progress_bar(lambda done: report(min(done, size), size)),
        )
    except GatedRepoError:
        raise PretrainedError("gated", name=shown(name)) from None
    except (httpx.HTTPError, OSError):
        raise PretrainedError("download_stopped", name=shown(name)) from None
    return Path(folder)


def _revision_and_size(name: str) -> tuple[str | None, int]:
    """The revision with the safetensors, and the bytes to fetch; None if there is no network."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError
    from huggingface_hub.utils import httpx

    api = HfApi()
    try:
        for revision in _revisions(api, name):
            files = _wanted_files(api, name, revision)
            if any(file.rfilename in (WEIGHTS, INDEX) for file in files):
                return revision, sum(file.size or 0 for file in files)
    except GatedRepoError:
        raise PretrainedError("gated", name=shown(name)) from None
    except RepositoryNotFoundError:
        raise PretrainedError("no_such_id", name=shown(name)) from None
    except (httpx.HTTPError, OSError):
        return None, 0
    raise PretrainedError("no_safetensors", name=shown(name))


def _revisions(api: Any, name: str) -> Iterator[str]:
    """The main branch, then the converter's proposals."""
    yield "main"
    proposals = api.get_repo_discussions(
        name, author=_CONVERTER, discussion_type="pull_request", discussion_status="open"
    )
    for proposal in proposals:
        if proposal.author == _CONVERTER:
            yield proposal.git_reference


def _wanted_files(api: Any, name: str, revision: str) -> list[Any]:
    from huggingface_hub.utils import filter_repo_objects

    info = api.model_info(name, revision=revision, files_metadata=True, timeout=_PATIENCE_SECONDS)
    return list(
        filter_repo_objects(
            info.siblings or [],
            allow_patterns=list(_WANTED),
            ignore_patterns=list(_UNWANTED),
            key=lambda file: file.rfilename,
        )
    )


def _fetched_earlier(name: str) -> Path:
    """The newest cached copy that has its weights."""
    from huggingface_hub import constants
    from huggingface_hub.file_download import repo_folder_name

    cache = Path(constants.HF_HUB_CACHE) / repo_folder_name(repo_id=name, repo_type="model")
    copies = sorted(cache.glob("snapshots/*"), key=lambda copy: copy.stat().st_mtime, reverse=True)
    for copy in copies:
        if any((copy / file).is_file() for file in (WEIGHTS, INDEX)):
            return copy
    raise PretrainedError("no_network", name=shown(name))


def _progress_bar(report: Callable[[int], None]) -> type:
    """A progress bar for huggingface_hub that draws nothing and reports the bytes instead."""
    from tqdm import tqdm

    class Bar(tqdm):  # type: ignore[misc]  # tqdm has no types
        monitor_interval = 0  # otherwise tqdm keeps its own thread
        most = 0

        def display(self, msg: str | None = None, pos: int | None = None) -> bool:
            # Two bars count bytes (those received and those assembled), and another one counts
            # files.
            if self.unit == "B":
                Bar.most = max(Bar.most, int(self.n))
                report(Bar.most)
            return True

        def close(self) -> None:
            self.disable = True

    return Bar
