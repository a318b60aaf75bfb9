"""Where the numbers of multi-head attention come from: projections, one head, the sum of heads."""

from ui.arithmetic import arithmetic, exact, span
from ui.attention_arithmetic import attention_lines, sum_chart, sum_line
from ui.matrix_view import Pin
from ui.multi_head_attention_setting import PROJECTIONS, MultiHeadRun
from ui.page import Page

OUTPUTS = ("projected", "all", "without", "lost")


def _show_projection(
    page: Page, run: MultiHeadRun, name: str, row: int, col: int, *, key: str
) -> None:
    """A number of the queries, keys or values; `col` counts over all heads."""
    letter, role = PROJECTIONS[name]
    products = run.projection(name, row, col)
    word = run.setting.words[row]
    labels = [f"d{place}" for place in range(run.setting.d_model)]
    arithmetic(
        f"{letter}[ {word}, {col} ] = {exact(products.total)}",
        page.text("arithmetic.question"),
        [sum_line(page.text, f"X W_{letter}", products, "", role)],
        key=page.key(key),
        bars=sum_chart(page.text, f"x · W_{letter}", labels, products.products),
    )


def show_projection(page: Page, run: MultiHeadRun) -> None:
    """Below step 1, while one of its numbers is pinned."""
    size = (len(run.setting.words), run.setting.d_model)
    pin = page.pinned(*PROJECTIONS, limit=dict.fromkeys(PROJECTIONS, size))
    if pin:
        _show_projection(page, run, pin.matrix, pin.row, pin.col, key="projection")


def show_head(page: Page, run: MultiHeadRun, head: int) -> None:
    """The pinned number of the opened or the full-width head, else the strongest weight."""
    words, d_k = run.setting.words, run.setting.d_k
    square, tall = (len(words), len(words)), (len(words), d_k)
    sizes = {"weights": square, "full_weights": square, "scores": square, "output": tall}
    sizes |= {letter: tall for letter, _ in PROJECTIONS.values()}
    steps = run.head(head)
    pin = page.pinned(*sizes, limit=sizes)
    if pin is None:
        pin = Pin("weights", *divmod(int(steps.weights.argmax()), len(words)))
    letters = {letter: name for name, (letter, _) in PROJECTIONS.items()}
    if pin.matrix in letters:
        col = head * d_k + pin.col
        _show_projection(page, run, letters[pin.matrix], pin.row, col, key="arithmetic")
        return
    Q, K, V = (run.of_head(name, head) for name in PROJECTIONS)
    if pin.matrix == "full_weights":
        pin, steps = Pin("weights", pin.row, pin.col), run.full
        Q, K, V = (run.projected(name)[0] for name in PROJECTIONS)
    scale = Q.size(1) ** -0.5
    title, lines, bars = attention_lines(page.text, pin, Q, K, V, steps, scale, words, words)
    question = page.text("arithmetic.question")
    arithmetic(title, question, lines, key=page.key("arithmetic"), bars=bars)


def show_output(page: Page, run: MultiHeadRun) -> None:
    """Below step 5: the pinned number of the output as a sum over the heads."""
    size = (len(run.setting.words), run.setting.d_model)
    pin = page.pinned(*OUTPUTS, limit=dict.fromkeys(OUTPUTS, size))
    if pin is None or (pin.matrix in ("all", "lost") and not run.off):
        return
    heads = list(range(run.setting.num_heads))
    tensor, counted = run.without, [head for head in heads if head not in run.off]
    if pin.matrix == "all":
        tensor, counted = run.output, heads
    elif pin.matrix == "lost":
        tensor, counted = run.lost, sorted(run.off)
    parts = run.contributions[0, :, pin.row, pin.col].tolist()
    terms = {page.text("head", head=head): parts[head] for head in counted}
    _show_sum_of_heads(page, run, pin, terms, float(tensor[0, pin.row, pin.col]))


def _show_sum_of_heads(
    page: Page, run: MultiHeadRun, pin: Pin, terms: dict[str, float], total: float
) -> None:
    chart = sum_chart(page.text, page.text("from_heads"), list(terms), list(terms.values()))
    spans = []
    for row in chart["rows"]:
        spans += [span("+")] if spans else []
        spans.append(span(f"{exact(row['value'])} ({row['label']})"))
    name = page.text("outputs.output" if pin.matrix == "projected" else f"outputs.{pin.matrix}")
    arithmetic(
        f"{name}[ {run.setting.words[pin.row]}, {pin.col} ] = {exact(total)}",
        page.text("arithmetic.question"),
        [(page.text("sum_over_heads"), [*spans, span(f"= {exact(total)}", "result")])],
        key=page.key("output_arithmetic"),
        bars=chart if terms else None,
    )
