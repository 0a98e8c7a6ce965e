"""
Kaplan-Meier curves, log-rank tests and proportional hazards (Efron) of 120 designs in 60-digit arithmetic, straight from the
definitions: every risk set is formed anew. Writes tests/fixtures/statistics/survival.json.

    python3 tests/evaluate/survival-references.py
    python3 tests/evaluate/survival-references.py --r     also runs R's survival package on the designs and prints its digits

The quantities are those of Kalbfleisch and Prentice, The Statistical Analysis of Failure Time Data (2002), chapters 1 and 4, and, for the
test of proportional hazards, Grambsch and Therneau, Biometrika 81 (1994), as a score test with the exact information of each time.
"""
import json
import subprocess
import sys
import tempfile
from random import Random

from mpmath import mp, mpf, matrix, exp, log, sqrt, erfinv, erfc, gammainc, gamma, lu_solve, inverse

mp.dps = 60
FOLDER = "tests/fixtures/statistics/"
FAMILIES = ["plain", "ties", "truncated", "strata", "offset", "collinear", "steep", "small"]


def design(seed):
    random = Random(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    n = {"small": 8}.get(family, 18 + random.randrange(16))
    p = 1 if family == "small" else 1 + random.randrange(3)
    groups = 2 + random.randrange(3) if n > 12 else 2
    columns = [[random.randrange(-40, 41) / 8 for _ in range(n)] for _ in range(p)]
    if family == "offset":
        columns = [[1e6 + value for value in column] for column in columns]
    if family == "collinear" and p > 1:
        columns[1] = [value + random.randrange(-3, 4) / 64 for value in columns[0]]
    slope = 1.2 if family == "steep" else 0.15
    top = 8 if family == "ties" else 4000
    rows = []
    for row in range(n):
        rate = 2.718281828 ** (slope * (columns[0][row] - (1e6 if family == "offset" else 0)))
        time = max(1, round(min(4000, random.expovariate(rate) * 900) * top / 4000))
        censor = max(1, round(random.uniform(0, 2400) * top / 4000))
        entry = random.randrange(0, 300) if family == "truncated" and random.random() < 0.6 else 0
        exit = entry + min(time, censor)
        rows.append((entry, exit, int(time <= censor)))
    return {
        "name": f"{family} {seed}",
        "entry": [row[0] for row in rows],
        "exit": [row[1] for row in rows],
        "event": [row[2] for row in rows],
        "group": [random.randrange(groups) for _ in rows],
        "stratum": [random.randrange(2) if family == "strata" else 0 for _ in rows],
        "x": columns,
    }


def tail_normal(z):
    return erfc(abs(z) / sqrt(mpf(2)))


def tail_chi(x, df):
    return gammainc(mpf(df) / 2, x / 2) / gamma(mpf(df) / 2)


Z = sqrt(mpf(2)) * erfinv(mpf("0.95"))


def curve(d, rows):
    times = sorted({d["exit"][r] for r in rows if d["event"][r]})
    s, g, out = mpf(1), mpf(0), []
    for t in times:
        n = sum(1 for r in rows if d["entry"][r] < t <= d["exit"][r])
        e = sum(1 for r in rows if d["exit"][r] == t and d["event"][r])
        before = s
        s = s * (n - e) / n
        if n > e:
            g += mpf(e) / (n * (n - e))
        if s > 0 and n > e:
            reach = Z * sqrt(g) / abs(log(s))
            out.append((t, s, s * sqrt(g), exp(log(s) * exp(reach)), exp(log(s) * exp(-reach)), before))
        else:
            out.append((t, mpf(0), None, None, None, before))
    return out


def half(points, at):
    below = [(p[0], p[at]) for p in points if p[at] is not None and p[at] <= mpf("0.5") + mpf(10) ** -40]
    if not below:
        return None
    t, y = below[0]
    if y < mpf("0.5") - mpf(10) ** -40:
        return mpf(t)
    later = [u for u, v in below if v < y]
    return (mpf(t) + later[0]) / 2 if later else mpf(t)


def ranks(d, weight):
    k = max(d["group"]) + 1
    u, v, expected = matrix(k, 1), matrix(k, k), [mpf(0)] * k
    for s in sorted(set(d["stratum"])):
        rows = [r for r in range(len(d["exit"])) if d["stratum"][r] == s]
        for t in sorted({d["exit"][r] for r in rows if d["event"][r]}):
            risk = [r for r in rows if d["entry"][r] < t <= d["exit"][r]]
            dead = [r for r in risk if d["exit"][r] == t and d["event"][r]]
            n, e, w = mpf(len(risk)), mpf(len(dead)), weight(t)
            own = [mpf(sum(1 for r in risk if d["group"][r] == g)) for g in range(k)]
            for g in range(k):
                u[g] += w * (sum(1 for r in dead if d["group"][r] == g) - e * own[g] / n)
                expected[g] += e * own[g] / n
                for h in range(k):
                    if n > 1:
                        v[g, h] += w * w * e * (n - e) / (n - 1) * own[g] / n * ((g == h) - own[h] / n)
    kept = [g for g in range(k) if expected[g] > 0][:-1]
    sub = matrix(len(kept), len(kept))
    for a, g in enumerate(kept):
        for b, h in enumerate(kept):
            sub[a, b] = v[g, h]
    left = matrix([u[g] for g in kept])
    chi = (left.T * lu_solve(sub, left))[0]
    return chi, tail_chi(chi, len(kept))


def likelihood(d, beta, course=None):
    p, n = len(d["x"]), len(d["exit"])
    x = [[mpf(column[r]) for column in d["x"]] for r in range(n)]
    mean = [sum(mpf(v) for v in column) / n for column in d["x"]]
    x = [[a - m for a, m in zip(row, mean)] for row in x]
    risk = [exp(sum(b * a for b, a in zip(beta, row))) for row in x]
    ll, u, i = mpf(0), matrix(p, 1), matrix(p, p)
    cu, ci, cc = matrix(p, 1), matrix(p, p), matrix(p, p)
    for s in sorted(set(d["stratum"])):
        rows = [r for r in range(n) if d["stratum"][r] == s]
        for t in sorted({d["exit"][r] for r in rows if d["event"][r]}):
            at = [r for r in rows if d["entry"][r] < t <= d["exit"][r]]
            dead = [r for r in at if d["exit"][r] == t and d["event"][r]]
            g = course(t) if course else mpf(0)
            for r in dead:
                ll += log(risk[r])
            for l in range(len(dead)):
                w = {r: risk[r] * (1 - mpf(l) / len(dead) * (r in dead)) for r in at}
                total = sum(w.values())
                m = [sum(w[r] * x[r][j] for r in at) / total for j in range(p)]
                ll -= log(total)
                for a in range(p):
                    own = sum(x[r][a] for r in dead) / len(dead) - m[a]
                    u[a] += own
                    cu[a] += g * own
                    for b in range(p):
                        c = sum(w[r] * x[r][a] * x[r][b] for r in at) / total - m[a] * m[b]
                        i[a, b] += c
                        ci[a, b] += g * c
                        cc[a, b] += g * g * c
    return ll, u, i, cu, ci, cc


def reach(d, beta):
    sums = [sum(b * mpf(column[r]) for b, column in zip(beta, d["x"])) for r in range(len(d["exit"]))]
    return max(sums) - min(sums)


def cox(d, before):
    p = len(d["x"])
    beta = [mpf(0)] * p
    start = likelihood(d, beta)
    last = start
    for _ in range(60):
        step = lu_solve(last[2], last[1])
        share = mpf(1)
        while True:
            trial = [b + share * s for b, s in zip(beta, step)]
            now = likelihood(d, trial)
            if now[0] >= last[0] or share < mpf(10) ** -20:
                break
            share /= 2
        beta, last = trial, now
        if max(abs(s) for s in step) < mpf(10) ** -45 or reach(d, beta) > 120:
            break
    if reach(d, beta) > 120 or max(abs(s) for s in step) > mpf(10) ** -40:
        return None
    events = [d["exit"][r] for r in range(len(d["exit"])) if d["event"][r]]
    values = {t: 1 - before[t] for t in set(events)}
    centre = sum(values[t] for t in events) / len(events)
    ll, u, i, cu, ci, cc = likelihood(d, beta, lambda t: values[t] - centre)
    v = inverse(i)
    left = cc - ci * v * ci
    whole = (cu.T * lu_solve(left, cu))[0]
    b = matrix(beta)
    u0, i0 = start[1], start[2]
    return {
        "coefficient": beta,
        "error": [sqrt(v[a, a]) for a in range(p)],
        "p": [tail_normal(beta[a] / sqrt(v[a, a])) for a in range(p)],
        "likelihood": [start[0], ll],
        "likelihood_ratio": [2 * (ll - start[0]), tail_chi(2 * (ll - start[0]), p)],
        "wald": [(b.T * i * b)[0], tail_chi((b.T * i * b)[0], p)],
        "score": [(u0.T * lu_solve(i0, u0))[0], tail_chi((u0.T * lu_solve(i0, u0))[0], p)],
        "proportional": [[cu[a] ** 2 / left[a, a], tail_chi(cu[a] ** 2 / left[a, a], 1)] for a in range(p)],
        "proportional_whole": [whole, tail_chi(whole, p)],
    }


def shown(value):
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return [shown(each) for each in value]
    if isinstance(value, dict):
        return {key: shown(each) for key, each in value.items()}
    return mp.nstr(value, 18)


def reference(d):
    n = len(d["exit"])
    pooled = curve(d, range(n))
    before = {point[0]: point[5] for point in pooled}
    curves = []
    for g in range(max(d["group"]) + 1):
        points = curve(d, [r for r in range(n) if d["group"][r] == g])
        picked = points[-1:] + points[len(points) // 2 : len(points) // 2 + 1]
        curves.append(
            {
                "median": [half(points, 1), half(points, 3), half(points, 4)],
                "points": [[mpf(point[0]), *point[1:5]] for point in picked],
            }
        )
    log_rank = ranks(d, lambda t: mpf(1))
    peto = ranks(d, lambda t: before[t])
    return shown({"curves": curves, "log_rank": log_rank, "peto_peto": peto, "hazards": cox(d, before)})


R = r"""
library(survival)
d <- read.csv("%s")
options(digits = 17)
for (name in unique(d$name)) {
  own <- d[d$name == name, ]
  x <- as.matrix(own[, grep("^x", names(own))])
  x <- x[, colSums(is.na(x)) == 0, drop = FALSE]
  s <- Surv(own$entry, own$exit, own$event)
  fit <- suppressWarnings(try(coxph(s ~ x + strata(own$stratum), ties = "efron", control = coxph.control(eps = 1e-14, toler.chol = 1e-14, iter.max = 60, timefix = FALSE)), silent = TRUE))
  if (inherits(fit, "try-error")) next
  z <- try(cox.zph(fit, transform = "km", terms = FALSE), silent = TRUE)
  km <- survfit(s ~ 1, conf.type = "log-log", timefix = FALSE)
  cat(name, "coef", coef(fit), "\n", sep = ";")
  cat(name, "se", sqrt(diag(vcov(fit))), "\n", sep = ";")
  cat(name, "lr", 2 * diff(fit$loglik), "\n", sep = ";")
  if (!inherits(z, "try-error")) cat(name, "zph", z$table[seq_len(ncol(x)), "chisq"], "\n", sep = ";")
  if (all(own$entry == 0)) {
    one <- all(own$stratum == 0)
    test <- if (one) survdiff(Surv(exit, event) ~ group, data = own) else survdiff(Surv(exit, event) ~ group + strata(stratum), data = own)
    cat(name, "logrank", test$chisq, "\n", sep = ";")
    if (one) cat(name, "peto", survdiff(Surv(exit, event) ~ group, data = own, rho = 1)$chisq, "\n", sep = ";")
  }
  for (g in sort(unique(own$group))) {
    r <- own$group == g
    k <- survfit(Surv(own$entry, own$exit, own$event)[r] ~ 1, conf.type = "log-log", timefix = FALSE)
    cat(name, paste0("median", g), unname(summary(k)$table[c("median", "0.95LCL", "0.95UCL")]), "\n", sep = ";")
  }
}
"""


def beside_r(designs, references):
    table = tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False)
    table.write("name,entry,exit,event,group,stratum,x1,x2,x3\n")
    for d in designs:
        for r in range(len(d["exit"])):
            x = [repr(c[r]) for c in d["x"]] + ["NA"] * (3 - len(d["x"]))
            table.write(",".join([d["name"], *(str(d[k][r]) for k in ("entry", "exit", "event", "group", "stratum")), *x]) + "\n")
    table.close()
    script = tempfile.NamedTemporaryFile("w", suffix=".R", delete=False)
    script.write(R % table.name)
    script.close()
    answer = subprocess.run(["Rscript", script.name], capture_output=True, text=True)
    print(answer.stderr[:2000])
    known = {d["name"]: ref for d, ref in zip(designs, references)}
    digits = {}
    for line in answer.stdout.splitlines():
        name, what, *values = [part for part in line.split(";") if part != ""]
        ref, fit = known[name], known[name]["hazards"]
        if what.startswith("median"):
            aim = ref["curves"][int(what[6:])]["median"]
        elif what in ("logrank", "peto"):
            aim = [ref["log_rank" if what == "logrank" else "peto_peto"][0]]
        elif fit is None:
            continue
        else:
            aim = {"coef": fit["coefficient"], "se": fit["error"], "lr": fit["likelihood_ratio"][:1], "zph": [p[0] for p in fit["proportional"]]}[what]
        for value, exact in zip(values, aim):
            if exact is not None and abs(mpf(exact)) < mpf(10) ** -20:
                continue
            if value == "NA" or exact is None:
                own = 15.0 if (value == "NA") == (exact is None) else 0.0
            else:
                error = abs((mpf(value) - mpf(exact)) / mpf(exact)) if mpf(exact) != 0 else abs(mpf(value))
                own = 15.0 if error == 0 else min(15.0, float(-mp.log10(error)))
            digits.setdefault(what.rstrip("0123456789"), []).append((own, name))
    for what, list_ in digits.items():
        list_.sort()
        print(f"R {what}: {len(list_)} figures, worst {list_[0][0]:.1f} digits ({list_[0][1]}), median {list_[len(list_) // 2][0]:.1f}; below 6: {sum(1 for o, _ in list_ if o < 6)}")


designs = [design(seed) for seed in range(120)]
references = [reference(d) for d in designs]
with open(FOLDER + "survival.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps({**d, **r}, separators=(",", ":")) for d, r in zip(designs, references)) + "\n]\n")
print(f"{len(designs)} designs, {sum(1 for r in references if r['hazards'] is None)} without a finite maximum")
if "--r" in sys.argv:
    beside_r(designs, references)
