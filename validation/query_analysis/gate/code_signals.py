"""Detects queries about code: paths, tracebacks, and orders to work on code.

An order is an imperative with an object of code ("fix the failing test", "edit src/app.py"), unlike a question about
code. Matching is token by token, so that hostile queries take linear time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.query_analysis.gate.words import (
    ASKING,
    EMBEDDING,
    EXTENSIONS,
    PRODUCTS,
    REPORTING,
    TABLES,
    WORK,
    WORK_ON_CODE,
    words_of,
)

_FILE = re.compile(rf"[\w+-][\w.+-]{{0,99}}\.(?:{'|'.join(sorted(EXTENSIONS))})", re.ASCII | re.I)
_ROOTED = re.compile(r"(?:~|\.{1,2})?/[\w.+-]{1,99}(?:/[\w.+-]{1,99}){1,40}/?", re.ASCII)
_LOCAL = re.compile(r"(?:~|\.{1,2})/[\w.+-]{1,99}/?", re.ASCII)
_WINDOWS = re.compile(r"[A-Za-z]:\\[^\s\\]{1,99}.{0,400}")
_SOURCE_FOLDER = re.compile(
    r"(?:src|lib|tests?|app|pkg|packages|scripts|internal|config)/[\w.+-]{1,99}/?[\w./+-]{0,400}"
)
_LINE_NUMBER = re.compile(r"(?::\d{1,7}){1,2}$")
_FORUM = re.compile(r"/?[ru]/")
_WRAPPING = "\"'`()[]{}<>,;:!?*“”‘’«»"
_LONGEST_TOKEN = 500

_TRACEBACK = re.compile(
    r"Traceback \(most recent call last\)|\bFile \"[^\"\n]{1,200}\", line \d"
    r"|^\s{0,16}at [\w.$<>]{1,200}\([^)\n]{1,200}:\d"
    r"|\bException in thread \"|\berror\[E\d{4}\]|\bpanicked at ",
    re.M,
)

_CODE_OBJECT = re.compile(
    r"\b(?:code|codebase|source code|repo|repository|(?:unit|integration|failing|broken) tests?"
    r"|test suite|(?:the|all) tests"
    r"|the bug|this bug|that bug|bugs? in|function|python (?:script|program|code|function|class)|scripts?|subroutine"
    r"|endpoint|traceback|stack trace|dockerfile|makefile|linter|pytest|npm|cargo|docker|git|regex|pull request"
    r"|(?:database )?migrations?|type hints|imports|compiler errors?|config(?:uration)? files?|feature branch"
    r"|(?:my|our) (?:parser|lexer|tokenizer|compiler|serializer|backend|frontend|api)"
    r"|(?:commit|revert|merge|push) (?:my|our|the|these|all) changes"
    r"|(?:python|javascript|typescript|java|rust|go|c\+\+) (?:class|module|package|method|library|app|program)"
    r"|(?:parser|handler|controller|service|client|server|model|base|abstract|helper|utility|wrapper|factory|adapter"
    r"|middleware|serializer) (?:class|module|package|component|method))\b",
    re.I,
)
_SHELL_SCRIPT = re.compile(r"\b(?:bash|shell|sh|zsh|powershell|batch|awk|sql|vba) (?:script|program)s?\b", re.I)
_PROGRAM = re.compile(r"\b(?:script|program)s?\b", re.I)
_ACTED_ON = re.compile(
    r"\b(?:files?|folders?|director(?:y|ies)|photos|server|logs|log files?|backups?|database|disks?"
    r"|(?:file|operating) system|processes|csv|json|excel|spreadsheets?|e-?mails|websites?|network|cpu|cron)\b",
    re.I,
)
_NOT_CODE = re.compile(
    r"\b(?:(?:discount|promo|coupon|dress|zip|area|building|country|qr|gift|morse|tax) codes?|code of conduct"
    r"|(?:movie|film|play|tv|radio|video|youtube|podcast|sketch|call|sales|speech) scripts?"
    r"|(?:training|concert|tv|radio|exercise|degree) program"
    r"|(?:social|wedding|bodily|math|mathematical) function|birds? migrations?)\b",
    re.I,
)
_EXISTING = re.compile(
    r"\b(?:the|this|that|my|our|unit|integration) (?:\w{1,40} )?(?:code|codebase|repo|repository|tests?|test suite"
    r"|scripts?|function|endpoint|dockerfile|makefile|regex|migrations?|module|class|method)\b",
    re.I,
)
_POLITE = re.compile(
    r"(?:please|pls|kindly|can you|could you|would you|will you|i want you to|i need you to|i'd like you to"
    r"|help me(?: to)?|let's|go ahead and|just|now|then|also|hey|hi|ok|okay|so|and|to"
    r"|do(?= \w{1,40} (?:the|this|that|these|those|my|our|all|it)\b))[\s,]+",
    re.I,
)
_THEN = re.compile(r"(?:, {0,3}| )(?:and )?then ", re.I)
_AND = re.compile(r", (?:and )?| and ", re.I)
_REPORTED = re.compile(
    r"\w{1,40}(?: (?:me|us))?(?: about)? (?:the|this|that|these|those|my|our|its)(?: [\w.-]{1,40}){1,2}", re.I
)
"""A report whose subject is a short name, after which "and" begins another order: "tell me the size and ..."."""
_ON_SOMETHING = re.compile(r"\w{1,40} (?:the|this|that|these|those|my|our|all|it|them|to)\b", re.I)
_ARGUMENT = re.compile(
    r"-{1,2}\w|\S*[/._=@:]\S|(?:install|uninstall|add|remove|commit|push|pull|merge|rebase|reset|checkout|switch|branch|tag"
    r"|stash|clean|revert|restore|clone|run|build|up|down|exec|rm|rmi|prune|delete|apply|scale|rollout|destroy|restart"
    r"|stop|start|publish|ci|update|upgrade|sync|lock|node_modules|test|all|init)\b",
    re.I,
)
_OPERATED = re.compile(
    r"\b(?:branch(?:es)?|commits?|origin|upstream|node_modules|lockfile|stash|submodules?|gitignore|pipeline config"
    r"|(?:staging|production|prod|dev|development|test|testing|live|web|api|db|build) (?:server|database|db|environment"
    r"|env|cluster|instance|deployment|machine|box)s?|databases?|(?:db|database) schema|daemon|nginx|apache|redis"
    r"|postgres(?:ql)?|mysql|mongodb|kubernetes|containers?|pods?|the (?:server|cluster|queue|cache)|docker images?"
    r"|env(?:ironment)? var(?:iable)?s?|(?:ci|build|deploy) (?:job|pipeline|config)s?|webpack|eslint|dependencies"
    r"|devdependencies|the imports|feature flags?|cron ?jobs?|access logs?|log files?)\b"
    r"|\b(?:to|into|onto|from|off|against) (?:main|master|trunk)\b(?! \w)|\bHEAD\b[~^]?",
    re.I,
)
"""Objects of the `operating` verbs."""
_DROPPED = re.compile(
    r"\b\w{1,60} (?:tables?|columns?|index(?:es)?|collections?|schemas?|rows?|records?)"
    r"(?=\W{0,3}$| (?:from|in|if|on|where)\b)",
    re.I,
)
_STATEMENT = re.compile(r"(?:table|database|schema|index|view|column)(?: if exists)? [\w.]{1,80}", re.I)
_TAGGED = re.compile(r"\b(?:version|release|tag|package)\b", re.I)
_VERSIONED = re.compile(r"\b[a-z][\w.@/-]{1,40}(?: version)? (?:to|from) v?\d{1,4}(?:\.\d{1,4}){1,3}\b", re.I)
_DEVICES = re.compile(
    r"\b(?:i?phone|ipad|i?os|android|windows|mac(?:os|book)?|laptop|tablet|watch|tv|playstation|xbox|firmware)\b", re.I
)
_INSTALLED = re.compile(
    r"\b(?:from|in|into) (?:this|the|my|our) (?:project|repo|repository|codebase|venv|environment)\b", re.I
)
_IDENTIFIER = re.compile(
    r"\b(?![ei][A-Z][a-z]+\b)[a-z][a-z0-9]{1,40}[A-Z]\w{0,60}\b|\b[a-z]\w{0,40}_\w{1,60}\b|\b\w{2,60}\(\)"
)
"""camelCase, snake_case or a call; not iPhone or macOS."""
_FOREIGN_OBJECT = re.compile(
    r"\b(?:branch|branche|commits?|repo|repository|repositorio|dépôt|codes?|código|codice|quellcode|tests?|unit-?tests?"
    r"|pruebas|skript|script|datenbank|base de données|base de datos|database|produktionsserver|serveur|servidor|server"
    r"|funktion|fonction|función|funzione|klasse|classe|clase|rama|ramo|tabelle|table|tabla|tabella|bug|fehler im code"
    r"|pull request|abhängigkeiten|dépendances|dependencias|dipendenze)\b",
    re.I,
)
_NO_FOREIGN_OBJECT = re.compile(
    r"\b(?:code (?:postal|promo|de la route|wifi)|código (?:postal|promocional)|codice (?:sconto|fiscale|postale)"
    r"|promo-?code|rabattcode|(?:première|deuxième|business|erste|zweite|primera|prima) (?:classe|klasse|clase)"
    r"|table (?:pour|de restaurant)|yoga)\b",
    re.I,
)
_ORDERS = {name: words_of(words) for name, words in TABLES["work"].items()}
_SENTENCE = re.compile(r"[.;!?](?=\s|$)|\n")
_CLAUSE = re.compile(r",|&&|\band then\b|\band\b|\bthen\b|\bund\b|\bet\b|\by\b|\be\b", re.I)
_LONGEST_QUERY = 20_000
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class CodeSignals:
    """`paths` as in the query, at most five; `order` is the clause that orders work on code."""

    paths: tuple[str, ...]
    traceback: bool
    order: str | None

    @property
    def mentioned(self) -> str | None:
        """The reference to code as text, or None."""
        if self.paths:
            return f"file paths ({', '.join(self.paths)})"
        return "a traceback" if self.traceback else None


def read_code_signals(query: str) -> CodeSignals:
    text = query[:_LONGEST_QUERY].replace("’", "'")
    paths = _paths(text)
    traceback = bool(_TRACEBACK.search(text))
    return CodeSignals(paths, traceback, _order(text, has_code=bool(paths) or traceback))


def _paths(query: str) -> tuple[str, ...]:
    tokens = (token.strip(_WRAPPING).rstrip(".") for token in query.split() if len(token) <= _LONGEST_TOKEN)
    found = dict.fromkeys(token for token in tokens if _is_path(token))
    return tuple(found)[:5]


def _is_path(token: str) -> bool:
    bare = _LINE_NUMBER.sub("", token)
    if "://" in bare or "@" in bare or bare.startswith("www.") or bare.lower() in PRODUCTS or _FORUM.match(bare):
        return False
    if any(shape.fullmatch(bare) for shape in (_ROOTED, _LOCAL, _WINDOWS, _SOURCE_FOLDER)):
        return True
    folder, _, name = bare.rpartition("/")
    return bool(_FILE.fullmatch(name)) and "." not in folder.split("/", 1)[0].strip(".") and not _is_abbreviation(name)


def _is_abbreviation(name: str) -> bool:
    """True for `U.S.C` or `p.r`: a one-letter extension counts only after a plain name."""
    stem, _, ending = name.rpartition(".")
    return len(ending) == 1 and (len(stem) < 2 or "." in stem)


def _order(query: str, *, has_code: bool) -> str | None:
    for sentence in _SENTENCE.split(query):
        told = _after_report(sentence) if _first_word(sentence) in ASKING else sentence
        clauses = [clause for clause in _CLAUSE.split(_before_how(told)) if clause.strip()]
        for clause in clauses:
            if (
                _orders_work(clause, has_code=has_code)
                or _orders_program(clause, sentence)
                or _operates(clause, alone=len(clauses) == 1 and told == sentence)
            ):
                return " ".join(clause.split())[:120]
    return None


def _after_report(sentence: str) -> str:
    """What follows "explain the schema, then"; empty where it may be part of what is reported on, as in "tell me if I
    should commit and push"."""
    text = _without_politeness(sentence)
    then = _THEN.search(text)
    joint = then or _AND.search(text)
    if joint is None or _first_word(text) not in REPORTING:
        return ""
    report, order = text[: joint.start()], text[joint.end() :]
    if ":" in report or EMBEDDING & set(report.lower().split()) or not (then or _REPORTED.fullmatch(report)):
        return ""
    return order if _ON_SOMETHING.match(_without_politeness(order)) else ""


def _before_how(sentence: str) -> str:
    """The part before "how": "show me how to create and run it" asks for an explanation."""
    return re.split(r"\bhow\b", sentence, maxsplit=1, flags=re.I)[0]


def _orders_work(clause: str, *, has_code: bool) -> bool:
    verb = _first_word(clause)
    if verb not in WORK:
        return False
    if verb in WORK_ON_CODE or has_code or (verb == "write" and _EXISTING.search(clause)):
        return True
    # "Write a function that ..." asks for text, which a chat can give without changing anything.
    return verb != "write" and bool(_CODE_OBJECT.search(clause) and not _NOT_CODE.search(clause))


def _orders_program(clause: str, sentence: str) -> bool:
    """An order for a program to run: a shell script, or a program that works on files, a server, a site."""
    if _first_word(clause) != "write" or _NOT_CODE.search(clause):
        return False
    return bool(_SHELL_SCRIPT.search(clause) or (_PROGRAM.search(clause) and _ACTED_ON.search(sentence)))


def _operates(clause: str, *, alone: bool) -> bool:
    """An order about a repository, a database or a server, which a chat cannot do and which may be irreversible."""
    order = _without_politeness(clause)
    verb, _, rest = order.partition(" ")
    rest = rest.strip(_WRAPPING + " .")
    verb = verb.strip(_WRAPPING).lower()
    if verb in _ORDERS["commands"]:
        return bool(_ARGUMENT.match(rest))
    if verb in _ORDERS["foreign_work"] and _FOREIGN_OBJECT.search(rest) and not _NO_FOREIGN_OBJECT.search(rest):
        return True
    if verb in _ORDERS["alone"] and not alone and set(rest.lower().split()) <= _ORDERS["alone_objects"]:
        return True
    return _operates_on(verb, rest)


def _operates_on(verb: str, rest: str) -> bool:
    if _NOT_CODE.search(rest):
        return False
    if verb in _ORDERS["dropping"] and (_DROPPED.search(rest) or _STATEMENT.fullmatch(rest)):
        return True
    if verb in _ORDERS["tagging"] and _TAGGED.search(rest) and (verb in ("bump", "tag") or _EXISTING.search(rest)):
        return True
    if verb in _ORDERS["versioning"] and _VERSIONED.search(rest):
        return not _DEVICES.search(rest)
    if verb in _ORDERS["installing"] and _INSTALLED.search(rest):
        return True
    named = any(one[0].lower() not in _ORDERS["brands"] for one in _IDENTIFIER.finditer(rest))
    return (verb in WORK and named) or (verb in _ORDERS["operating"] and bool(_OPERATED.search(rest)))


def _without_politeness(clause: str) -> str:
    text = clause.strip()
    start = 0
    while polite := _POLITE.match(text, start):
        start = polite.end()
    return text[start:]


def _first_word(clause: str) -> str:
    word = _without_politeness(clause)[:_LONGEST_WORD].split(None, 1)
    return word[0].strip(_WRAPPING).lower() if word else ""
