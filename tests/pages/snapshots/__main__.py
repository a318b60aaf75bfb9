"""Show what pages say otherwise than written, or write it: python -m tests.pages.snapshots"""

import argparse

from tests.conftest import sums_as_everywhere

# Before torch is loaded
sums_as_everywhere()

import torch  # noqa: E402

from tests.pages.snapshots.comparison import difference, file_of  # noqa: E402
from tests.pages.snapshots.page_text import answering_pages, page_text  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", help="all that answer, where none is named")
    parser.add_argument("--write", action="store_true", help="accept what they say now")
    arguments = parser.parse_args()
    for name in arguments.pages or answering_pages():
        now = page_text(name)
        print(difference(name, now), end="")
        if arguments.write:
            file_of(name).write_text(now, "utf-8")


# As in the tests: on more threads the sums are made in another order
torch.set_num_threads(1)

if __name__ == "__main__":
    main()
