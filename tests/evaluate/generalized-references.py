"""
Logistic and Poisson regressions of 132 designs, a third of them with Firth's penalty, in 60-digit arithmetic, straight from the
definitions on the columns as they are. Writes tests/fixtures/statistics/generalized.json.

    python3 tests/evaluate/generalized-references.py
    python3 tests/evaluate/generalized-references.py --r     also runs R's glm on the designs and prints its digits

The quantities are those of McCullagh and Nelder, Generalized Linear Models (1989); the penalised likelihood is that of Firth,
Biometrika 80 (1993), its tests and intervals those of Heinze and Schemper, Statistics in Medicine 21 (2002).
"""
import json
import subprocess
import sys
import tempfile
from random import Random

from mpmath import mp, mpf, matrix, exp, log, sqrt, erfc, erfinv, gammainc, gamma, loggamma, lu_solve, inverse, det

mp.dps = 60
TARGET = "tests/fixtures/statistics/generalized.json"
KINDS = ["plain", "weights", "offset", "level", "collinear", "steep", "rare", "no_intercept", "scales", "small", "dummies"]


def design(seed):
    random = Random(1000 + seed)
    kind = KINDS[seed % len(KINDS)]
    family = "poisson" if (seed // len(KINDS)) % 2 else "binomial"
    firth = (seed // (2 * len(KINDS))) % 3 == 2
    n = 14 if kind == "small" else 40 + random.randrange(20)
    p = 1 if kind == "small" else 1 + random.randrange(3)
    if kind == "collinear":
        p = max(p, 2)
    x = [[random.randrange(-40, 41) / 16 for _ in range(n)] for _ in range(p)]
    if kind == "dummies":
        x = [[float(random.random() < 0.4) for _ in range(n)] for _ in range(p)]
    true = [random.choice([-1, 1]) * random.uniform(0.1, 2.0 if kind == "steep" else 0.5) for _ in range(p)]
    base = {"rare": -2.2, "steep": 0.3}.get(kind, 0.2 if family == "binomial" else 1.0)
    offset = [random.randrange(-8, 9) / 8 for _ in range(n)] if kind == "offset" else None
    weights = [random.choice([1, 1, 2, 3, 7]) for _ in range(n)] if kind == "weights" else None
    y = []
    for row in range(n):
        eta = base + sum(b * column[row] for b, column in zip(true, x)) + (offset[row] if offset else 0)
        if family == "binomial":
            y.append(int(random.random() < 1 / (1 + 2.718281828 ** -eta)))
        else:
            mean, count, product = 2.718281828 ** min(eta, 4), 0, random.random()
            while product > 2.718281828 ** -mean:
                product *= random.random()
                count += 1
            y.append(count)
    if kind == "level":
        x[0] = [1e7 + value for value in x[0]]
    if kind == "collinear":
        x[1] = [value + random.randrange(-3, 4) / 4096 for value in x[0]]
    if kind == "scales":
        x[0] = [value * 2.0**40 for value in x[0]]
    return {
        "name": f"{family}{' firth' if firth else ''} {kind} {seed}",
        **{"family": family, "penalty": "firth" if firth else "none", "intercept": kind != "no_intercept"},
        **{"y": y, "x": x, "weights": weights, "offset": offset},
    }


class Model:
    def __init__(self, own):
        self.own = own
        self.y = [mpf(value) for value in own["y"]]
        n = len(self.y)
        self.x = [[mpf(value) for value in column] for column in own["x"]]
        # Columns about a middle value: slopes do not change, and the constant is brought back.
        self.middle = [column[0] for column in self.x] if own["intercept"] else [mpf(0)] * len(self.x)
        self.x = [[value - middle for value in column] for column, middle in zip(self.x, self.middle)]
        self.scale = [max(abs(value) for value in column) or mpf(1) for column in self.x]
        self.x = [[value / scale for value in column] for column, scale in zip(self.x, self.scale)]
        if own["intercept"]:
            self.x = [[mpf(1)] * n] + self.x
        self.a = [mpf(value) for value in own["weights"] or [1] * n]
        self.offset = [mpf(value) for value in own["offset"] or [0] * n]
        self.firth = own["penalty"] == "firth"
        self.p = len(self.x)

    def at(self, beta):
        n, p = len(self.y), self.p
        eta = [self.offset[i] + sum(beta[j] * self.x[j][i] for j in range(p)) for i in range(n)]
        if self.own["family"] == "binomial":
            mu = [1 / (1 + exp(-value)) for value in eta]
            spread = [m * (1 - m) for m in mu]
            likelihood = sum(a * (y * e - log(1 + exp(e))) for a, y, e in zip(self.a, self.y, eta))
            pull = [mpf("0.5") - m for m in mu]
        else:
            mu = [exp(value) for value in eta]
            spread = mu
            likelihood = sum(a * (y * e - m - loggamma(y + 1)) for a, y, e, m in zip(self.a, self.y, eta, mu))
            pull = [mpf("0.5")] * n
        weight = [a * v for a, v in zip(self.a, spread)]
        info = matrix(p, p)
        for j in range(p):
            for k in range(j + 1):
                info[j, k] = info[k, j] = sum(w * u * v for w, u, v in zip(weight, self.x[j], self.x[k]))
        rest = [a * (y - m) for a, y, m in zip(self.a, self.y, mu)]
        if self.firth:
            back = inverse(info)
            for i in range(n):
                row = [self.x[j][i] for j in range(p)]
                h = weight[i] * sum(row[j] * back[j, k] * row[k] for j in range(p) for k in range(p))
                rest[i] += h * pull[i]
            likelihood += log(det(info)) / 2
        score = [sum(r * v for r, v in zip(rest, self.x[j])) for j in range(p)]
        return likelihood, score, info, mu, spread

    def fit(self, held=None, start=None):
        """Coordinates of `held` stay at their values."""
        held = held or {}
        beta = list(start or [mpf(0)] * self.p)
        for at, value in held.items():
            beta[at] = value
        free = [j for j in range(self.p) if j not in held]
        found = self.at(beta)
        for _ in range(4000):
            if not free:
                return beta, found
            info = matrix(len(free), len(free))
            for a, j in enumerate(free):
                for b, k in enumerate(free):
                    info[a, b] = found[2][j, k]
            step = lu_solve(info, matrix([found[1][j] for j in free]))
            gain = sum(step[a] * found[1][j] for a, j in enumerate(free))
            if abs(gain) < mpf(10) ** -70:
                return beta, found
            share = mpf(1)
            while True:
                next_beta = list(beta)
                for a, j in enumerate(free):
                    next_beta[j] += share * step[a]
                following = self.at(next_beta)
                if following[0] >= found[0] - mpf(10) ** -45:
                    break
                share /= 2
                if share < mpf(10) ** -20:
                    raise ValueError("no step gains")
            beta, found = next_beta, following
            if max(abs(value) for value in beta) > 60:
                raise ValueError("no finite estimate")
        raise ValueError("not settled")


def tail_chi(x, df):
    return gammainc(mpf(df) / 2, x / 2) / gamma(mpf(df) / 2)


def short(value):
    return mp.nstr(value, 20, min_fixed=0, max_fixed=0)


def bound(model, at, beta, best, error, side, z):
    own = beta[at] + side * z * error
    start = beta
    for _ in range(60):
        start, found = model.fit({at: own}, start)
        root = sqrt(2 * (best - found[0]))
        if abs(root - z) < mpf(10) ** -25:
            break
        own += (z - root) * root / -found[1][at]
    return own


def solve(own):
    model = Model(own)
    beta, (likelihood, _, info, mu, spread) = model.fit()
    back = inverse(info)
    first = 1 if own["intercept"] else 0
    z = sqrt(mpf(2)) * erfinv(1 - mpf("0.05"))
    n = sum(model.a)
    coefficient, error, ratio, interval = [], [], [], []
    for j in range(model.p):
        scale = model.scale[j - first] if j >= first else 1
        value, variance = beta[j], back[j, j]
        if first and j == 0:
            c = [mpf(1)] + [-middle / s for middle, s in zip(model.middle, model.scale)]
            value = sum(a * b for a, b in zip(c, beta))
            variance = sum(c[a] * back[a, b] * c[b] for a in range(model.p) for b in range(model.p))
        coefficient.append(value / scale)
        error.append(sqrt(variance) / scale)
        if j >= first:
            _, without = model.fit({j: mpf(0)})
            statistic = 2 * (likelihood - without[0])
            ratio.append([short(statistic), short(log(tail_chi(statistic, 1), 10))])
            if j == first:
                interval = [short(bound(model, j, beta, likelihood, sqrt(back[j, j]), side, z) / scale) for side in (-1, 1)]
    nothing, empty = model.fit({j: mpf(0) for j in range(first, model.p)})
    full = {
        "binomial": mpf(0),
        "poisson": sum(a * ((y * log(y) if y else mpf(0)) - y - loggamma(y + 1)) for a, y in zip(model.a, model.y)),
    }[own["family"]]
    plain = Model({**own, "penalty": "none"})
    deviance = 2 * (full - plain.at(beta)[0])
    pearson = sum(a * (y - m) ** 2 / v for a, y, m, v in zip(model.a, model.y, mu, spread)) / (n - model.p)
    dean = sum(a * ((y - m) ** 2 - y) for a, y, m in zip(model.a, model.y, mu)) / sqrt(2 * sum(a * m * m for a, m in zip(model.a, mu)))
    # Of the columns as they are.
    if model.firth:
        likelihood += sum(log(scale) for scale in model.scale)
    return {
        "coefficient": [short(value) for value in coefficient],
        "error": [short(value) for value in error],
        "log10_p": [short(log(erfc(abs(c / e) / sqrt(mpf(2))), 10)) for c, e in zip(coefficient, error)],
        "deviance": short(deviance),
        "null_deviance": short(2 * (full - plain.at(nothing)[0])),
        "log_likelihood": short(likelihood),
        "dispersion": short(pearson),
        "dean": short(dean),
        "likelihood_ratio": ratio,
        "interval": interval,
    }


def r_digits(designs):
    with tempfile.TemporaryDirectory() as folder:
        script = [f"setwd('{folder}')"]
        plain = [own for own in designs if own["penalty"] == "none"]
        for at, own in enumerate(plain):
            numbers = lambda values: "c(" + ",".join(repr(value) for value in values) + ")"
            columns = "+".join(f"x{j}" for j in range(len(own["x"])))
            script += [f"x{j} <- {numbers(column)}" for j, column in enumerate(own["x"])]
            script += [f"y <- {numbers(own['y'])}", f"w <- {numbers(own['weights'] or [1] * len(own['y']))}", f"o <- {numbers(own['offset'] or [0] * len(own['y']))}"]
            constant = "" if own["intercept"] else "0+"
            script.append(
                f"f <- suppressWarnings(glm(y~{constant}{columns},family={own['family']},weights=w,offset=o,control=glm.control(epsilon=1e-14,maxit=100)))"
            )
            script.append("cat(sprintf('%.17g', coef(f)), '\\n')")
        with open(f"{folder}/run.R", "w") as file:
            file.write("\n".join(script))
        out = subprocess.run(["Rscript", f"{folder}/run.R"], capture_output=True, text=True, check=True).stdout.splitlines()
    worst = {}
    for own, line in zip(plain, out):
        for found, wanted in zip(line.split(), own["coefficient"]):
            off = abs(mpf(found) - mpf(wanted)) / abs(mpf(wanted)) if found != "NA" else mpf(1)
            digits = float(-log(off, 10)) if off else 16.0
            worst[own["name"]] = min(worst.get(own["name"], 17), digits)
    print("R, least digits:", sorted((round(value, 1), name) for name, value in worst.items())[:8])


def main():
    designs, seed = [], 0
    while len(designs) < 132:
        own = design(seed)
        seed += 1
        try:
            found = solve(own)
        except (ValueError, ZeroDivisionError):
            continue
        # A balanced table of dummies may have a coefficient of exactly 0, which has no digits.
        if all(abs(mpf(value)) > mpf(10) ** -6 for value in found["coefficient"]):
            designs.append({**own, **found})
    with open(TARGET, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(own, separators=(",", ":")) for own in designs) + "\n]\n")
    if "--r" in sys.argv:
        r_digits(designs)


main()
