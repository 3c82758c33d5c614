"""What orders work on a repository, a database or a server, beside the orders of `words.WORK`: git's and the shell's
own words, what cannot be undone, and the same in German, French, Spanish and Italian. They are data."""

from __future__ import annotations

import re

from validation.query_analysis.gate.words import words_of

COMMANDS = words_of("""
    git npm npx yarn pnpm pip pip3 uv poetry cargo docker docker-compose kubectl helm terraform ansible systemctl sudo
    apt apt-get brew rm mv cp chmod chown mkdir rmdir sed grep psql mysql sqlite3 redis-cli ssh scp rsync curl wget
    pytest tox ruff mypy eslint tsc gradle mvn alembic flyway
    """)
"""Programs of a shell; with an argument of theirs behind them, a line to be run."""

OPERATING = words_of("""
    delete remove drop truncate wipe erase purge flush reset restart reboot stop kill terminate undo revert rollback
    roll rebase squash cherry-pick force-push push pull merge commit amend stash tag bump upgrade downgrade pin
    uninstall reinstall deploy undeploy redeploy release publish rename migrate provision scale restore overwrite
    clear disable
    enable rotate alter shut spin fix change update edit run rerun apply create add clean
    """)
"""Verbs of somebody who runs a repository or a server."""

OPERATED = re.compile(
    r"\b(?:branch(?:es)?|commits?|origin|upstream|node_modules|lockfile|stash|submodules?|gitignore|pipeline config"
    r"|(?:staging|production|prod|dev|development|test|testing|live|web|api|db|build) (?:server|database|db|environment"
    r"|env|cluster|instance|deployment|machine|box)s?|databases?|(?:db|database) schema|daemon|nginx|apache|redis"
    r"|postgres(?:ql)?|mysql|mongodb|kubernetes|containers?|pods?|the (?:server|cluster|queue|cache)|docker images?"
    r"|env(?:ironment)? var(?:iable)?s?|(?:ci|build|deploy) (?:job|pipeline|config)s?|webpack|eslint|dependencies"
    r"|devdependencies|the imports|feature flags?|cron ?jobs?|access logs?|log files?)\b"
    r"|\b(?:to|into|onto|from|off|against) (?:main|master|trunk)\b(?! \w)|\bHEAD\b[~^]?",
    re.IGNORECASE,
)
"""What they work on."""

DROPPED = re.compile(
    r"\b\w{1,60} (?:tables?|columns?|index(?:es)?|collections?|schemas?|rows?|records?)"
    r"(?=\W{0,3}$| (?:from|in|if|on|where)\b)",
    re.IGNORECASE,
)
STATEMENT = re.compile(r"(?:table|database|schema|index|view|column)(?: if exists)? [\w.]{1,80}", re.IGNORECASE)
DROPPING = words_of("drop truncate alter wipe purge")
TAGGING = words_of("bump tag cut publish")
TAGGED = re.compile(r"\b(?:version|release|tag|package)\b", re.IGNORECASE)
VERSIONING = words_of("upgrade downgrade pin bump update")
VERSIONED = re.compile(r"\b[a-z][\w.@/-]{1,40}(?: version)? (?:to|from) v?\d{1,4}(?:\.\d{1,4}){1,3}\b", re.IGNORECASE)
DEVICES = re.compile(
    r"\b(?:i?phone|ipad|i?os|android|windows|mac(?:os|book)?|laptop|tablet|watch|tv|playstation|xbox|firmware)\b", re.I
)
INSTALLING = words_of("uninstall reinstall install")
INSTALLED = re.compile(
    r"\b(?:from|in|into) (?:this|the|my|our) (?:project|repo|repository|codebase|venv|environment)\b", re.I
)

ALONE = words_of("push commit rebase merge deploy rerun redeploy release")
"""Orders to work on code with nothing, or only "it" or "everything", behind them; of a clause beside another one."""
ALONE_OBJECTS = words_of("it them everything all changes again now please that this")

IDENTIFIER = re.compile(
    r"\b(?![ei][A-Z][a-z]+\b)[a-z][a-z0-9]{1,40}[A-Z]\w{0,60}\b|\b[a-z]\w{0,40}_\w{1,60}\b|\b\w{2,60}\(\)"
)
"""camelCase, snake_case, a call; neither iPhone nor macOS."""
BRANDS = words_of("macos watchos tvos ipados youtube")

FOREIGN_WORK = words_of("""
    lösche lösch löschen entferne entfern ändere änder benenne führe starte starten installiere deinstalliere
    aktualisiere schreibe refaktoriere repariere behebe korrigiere leere setze pushe committe merge
    supprime supprimez efface effacez renomme renommez exécute exécutez lance corrige corrigez installe désinstalle
    déploie modifie modifiez redémarre redémarrez vide réécris refactorise annule
    borra borre elimina elimine renombra ejecuta arregla corrige instala desinstala despliega modifica reinicia vacía
    reescribe refactoriza
    cancella rinomina esegui correggi installa disinstalla riavvia svuota riscrivi rifattorizza
    """)
FOREIGN_OBJECT = re.compile(
    r"\b(?:branch|branche|commits?|repo|repository|repositorio|dépôt|codes?|código|codice|quellcode|tests?|unit-?tests?"
    r"|pruebas|skript|script|datenbank|base de données|base de datos|database|produktionsserver|serveur|servidor|server"
    r"|funktion|fonction|función|funzione|klasse|classe|clase|rama|ramo|tabelle|table|tabla|tabella|bug|fehler im code"
    r"|pull request|abhängigkeiten|dépendances|dependencias|dipendenze)\b",
    re.IGNORECASE,
)
NO_FOREIGN_OBJECT = re.compile(
    r"\b(?:code (?:postal|promo|de la route|wifi)|código (?:postal|promocional)|codice (?:sconto|fiscale|postale)"
    r"|promo-?code|rabattcode|(?:première|deuxième|business|erste|zweite|primera|prima) (?:classe|klasse|clase)"
    r"|table (?:pour|de restaurant)|yoga)\b",
    re.IGNORECASE,
)
