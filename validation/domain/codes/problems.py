"""All problems of API and pages, with status and message: what is wrong, then what to do."""

from __future__ import annotations

from enum import auto

from validation.domain.codes.problem import Problem


class ProblemCode(Problem):
    """The code is the name in lower case."""

    # fmt: off
    BODY_MALFORMED = auto(), 400, "The body is not valid JSON. Send one JSON object as application/json.", {
        "constant": "The body is not valid JSON: {reason}. Send null, or leave it out.",
        "encoded": "The body is encoded as {encoding}. Send it plain, without Content-Encoding.",
        "repeated_key": "The body holds the key {key} twice in one object. Keep one.",
        "syntax": "The body is not valid JSON: {reason} at line {line}, column {column}. Send one JSON object.",
        "text": "The body is not UTF-8 at byte {byte}. Send JSON in UTF-8.",
    }
    REQUEST_MALFORMED = auto(), 400, "The request cannot be read. Check its Host, headers and number of parameters."
    REQUEST_REFUSED = auto(), 400, "The request was refused, maybe with another status. Read the detail."

    KEY_INVALID = auto(), 401, (
        "The key is missing, unknown or revoked. Send a valid one as Authorization: Bearer <key>."
    ), {
        "revoked": "This key was revoked while the call was under way. Send a valid one.",
        "status": "Sign in, or send a key with the scope read as 'Authorization: Bearer <key>'.",
    }

    AUDIT_ASSIGNED_BY_TURNS = auto(), 403, "Audits are assigned by turns. Take it yourself, or ask an admin."
    SCOPE_MISSING = auto(), 403, "This key lacks the scope '{scope}'. Use or create a key that has it.", {
        "reach": "Name this key's own pipeline and no person, or use a key with the scope 'instance'.",
    }

    ATTEMPT_UNKNOWN = auto(), 404, "There is no attempt {id} in this key's pipeline. Check the id."
    AUDIT_UNKNOWN = auto(), 404, "There is no audit {id} in this key's pipeline. GET /audits lists them."
    BELIEF_NOT_FOUND = auto(), 404, "There is no belief '{name}'. Sync a checkout or PUT it first.", {
        "common": "'{name}' belongs to '{common}'. Ask for pipeline={common}; it takes the scope 'instance'.",
    }
    CHUNK_UNKNOWN = auto(), 404, "There is no judged chunk at {position}. Take the position from the retrieval."
    COMPARISON_UNKNOWN = auto(), 404, "There is no comparison {id} in this key's pipeline. GET /comparisons lists them."
    DELIVERY_UNKNOWN = auto(), 404, "There is no delivery {id}. Take the id from the delivery log."
    GOLD_UNKNOWN = auto(), 404, "There is no gold item {id}, or it was deleted. Load the list again."
    INTERVENTION_UNKNOWN = auto(), 404, "There is no intervention {id} in this key's pipeline. List the open ones."
    KEY_UNKNOWN = auto(), 404, "There is no such key. Load the page again."
    NOT_FOUND = auto(), 404, "There is nothing at this address. Leave out a slash at the end, or see /api/v1/docs."
    NOTIFICATION_TARGET_UNKNOWN = auto(), 404, "There is no notification target {id}. GET /notifications lists them."
    PERSON_UNKNOWN = auto(), 404, "There is no such person. Load the page again."
    PIPELINE_UNKNOWN = auto(), 404, "There is no pipeline {name}. Name one that has an API key.", {
        "common": "There is no pipeline '{name}'. Name one that has an API key, or '{common}'.",
        "other": "This key belongs to another pipeline. Use a key of that one.",
        "own": "Leave 'pipeline' out for '{own}', or use a key of the other pipeline.",
    }
    POLICY_UNKNOWN = auto(), 404, "There is no policy {number}. List policies first."
    PREFLIGHT_UNKNOWN = auto(), 404, "There is no preflight {id} in this key's pipeline. Check the id."
    PROFILE_UNKNOWN = auto(), 404, "There is no return profile {name}. GET /return-profiles lists them.", {
        "known": "There is no such profile. Use one of {known}, or add one.",
    }
    PROMPT_UNKNOWN = auto(), 404, "There is no prompt version {number}. The page Prompts lists them."
    QUERY_ANALYSIS_UNKNOWN = auto(), 404, "There is no query analysis {id} in this key's pipeline. Check the id."
    RETRIEVAL_UNKNOWN = auto(), 404, "There is no retrieval {id} in this key's pipeline. Check the id.", {
        "page": "There is no such retrieval. Load the page again.",
    }
    RETURN_UNKNOWN = auto(), 404, "There is no return {id} in this key's pipeline. Check the id."
    SOURCE_NOT_FOUND = auto(), 404, "There is no {kind} '{name}'. Sync a checkout or PUT it first.", {
        "common": "'{name}' belongs to '{common}'. Ask for pipeline={common}; it takes the scope 'instance'.",
    }
    TURN_UNKNOWN = auto(), 404, "There is no turn {id} in this key's pipeline. Check the turn id.", {
        "shell": "There is no turn {id} in the pipeline {name}. Check both.",
    }
    VIEW_UNKNOWN = auto(), 404, "You have no such view, or it was deleted. Load the page again."
    WEBHOOK_UNKNOWN = auto(), 404, "There is no webhook {id} in this key's pipeline. GET /webhooks lists them.", {
        "page": "There is no such webhook. Load the page again.",
    }

    METHOD_NOT_ALLOWED = auto(), 405, "This address does not take this method. The Allow header names those it takes."

    ALREADY_AUDITED = auto(), 409, "This decision has its one audit already. GET /audits lists it."
    ALREADY_RULED = auto(), 409, "A ruling on this is pending. Undo it first.", {
        "routed": "Nothing is judged again here: {route} stands. {reason}",
    }
    ALREADY_SETTLED = auto(), 409, "This item of the group is settled already. Take the next one.", {
        "replaced": "This is settled: a newer {noun} of the turn waits instead. Open it and rule on that.",
    }
    ANSWERED_BY_YOU = auto(), 409, "You have answered this response already. A colleague answers it next."
    BELIEF_OF_CHECKOUT = auto(), 409, "'{name}' comes from the file {path}. Delete the file and sync again."
    CHANGED_MEANWHILE = auto(), 409, "Somebody ruled on part of this group just now. Look at it and try again."
    CLAIMED_BY_OTHER = auto(), 409, "{name} is reviewing this (claim ends {until}). Take another, or wait."
    CONFIRMATION_NEEDED = auto(), 409, "There are warnings. Send it again with confirm if you accept them.", {
        "approval": "Approving this needs your confirmation.",
        "evidence": "The evidence is weak; send it again with confirm to store it. {warnings}.",
    }
    FILE_CHANGED = auto(), 409, (
        "{path} was changed while its confidence was computed; nothing was written. Run it again."
    )
    IDEMPOTENCY_CONFLICT = auto(), 409, (
        "This Idempotency-Key was used for another body. Use a new key for a new {resource}."
    )
    INTERVENTION_CLOSED = auto(), 409, "This intervention is {state} already. Take the next one.", {
        "audit": "This audit is closed. Nothing is left to answer.",
    }
    LAST_ADMIN = auto(), 409, "{name} is the only admin. Make somebody else an admin first."
    LINK_INVALID = auto(), 409, (
        "The link has expired, was used, or is somebody else's. Open the item on the desk instead."
    ), {
        "address": "The address was removed since; nothing is sent to it.",
        "changed": "The item was ruled on or has changed since.",
        "ended": "It ended after {hours} hours.",
        "forbidden": "Rulings by link are no longer allowed for it.",
        "incomplete": "This address is incomplete. Open the link from the message again.",
        "late": "It ended after {days} days. Ask for another one on the page of notifications.",
        "role": "You may no longer rule on items.",
        "stranger": "It was sent to somebody else; you are signed in as {name}.",
    }
    NAME_TAKEN = auto(), 409, "You have a view named {name} already. Choose another name."
    NOT_CLAIMED = auto(), 409, "Nobody holds this intervention any more. Claim it first."
    NOT_DECIDED = auto(), 409, "There is no verdict yet. Wait for it.", {
        "attempt": "This attempt is not decided. Audit it when it is.",
    }
    NOT_JUDGED_AGAIN = auto(), 409, "Only what halted can be judged again. Rule on this instead."
    NOTHING_LEFT = auto(), 409, "Everything in this group is settled or has a pending ruling. Take the next one."
    NOTHING_TO_UNDO = auto(), 409, "You have no pending ruling here. A ruling in force cannot be undone."
    OWN_ACCOUNT = auto(), 409, "You cannot deactivate your own account. Ask another admin."
    OWN_ROLE = auto(), 409, "You cannot change your own role. Ask another admin."
    PERSON_EXISTS = auto(), 409, "There is a person named {name} already. Choose another name."
    POLICY_MOVED = auto(), 409, "Somebody published a policy just now. Look at it and try again.", {
        "page": "Policy {number} was published meanwhile. The differences below are against it; look again.",
    }
    PROFILE_EXISTS = auto(), 409, "There is a return profile {name} already. Choose another name."
    PROFILE_SHIPPED = auto(), 409, "Return profile {name} comes with the product. Remove only profiles of your own."
    RULING_UNKNOWN = auto(), 409, "Choose one of the rulings.", {
        "link": "Approve or fail it; open the desk for more.",
    }
    SOURCE_OF_CHECKOUT = auto(), 409, "'{name}' comes from a checkout. Delete its file there and sync again."
    STILL_UNDECIDED = auto(), 409, "The attempt has no decision yet. Wait for it."
    TOO_MANY_COMMENTS = auto(), 409, "This has {most} comments, the limit. Continue elsewhere."
    TOO_MANY_VIEWS = auto(), 409, "You have {most} saved views. Delete one first."
    TURN_AT_WORK = auto(), 409, "Turn {id} is being judged or on the desk. Rule on its items, then try again."
    TURN_CLOSED = auto(), 409, (
        "The turn is approved or failed. Start a new turn, or wait for a reviewer to send it back."
    ), {
        "approved": "Turn {id} is approved and takes no further attempt. Start a new turn.",
        "failed": "Turn {id} failed. It takes a further attempt only after a reviewer sends it back.",
        "granted": "The attempt that a reviewer allowed on turn {id} is still being judged. Wait for its route.",
    }
    WEBHOOK_REMOVED = auto(), 409, "This webhook was removed, so nothing is sent to it. Add it again first."

    BODY_TOO_LARGE = auto(), 413, "The body is over the limit. Send less a call, or split a batch.", {
        "limit": "The body is over {limit} MB; send less, or split a batch.",
        "stream": "The body is over the limit. Send a shorter response, or ask the operator to raise it.",
    }

    ANSWER_INCOMPLETE = auto(), 422, "Not saved: answer every check and choose a decision."
    ASSIGNEE_UNKNOWN = auto(), 422, "{name} cannot rule. Name a reviewer or an admin.", {
        "answered": "{name} has answered this response already. Name somebody else.",
    }
    AUDIT_NEEDS_ANSWER = auto(), 422, "This is an audit. Answer its checks instead of ruling on it."
    BELIEF_UNREADABLE = auto(), 422, "The belief cannot be read: line {line}: {reason}"
    CHECKOUT_EMPTY = auto(), 422, "There is no file {files} below {folder}. Name the folder of the checkout."
    CHECKOUT_UNREADABLE = auto(), 422, "{path} cannot be opened: {error}. Nothing was synced.", {
        "repository": "The repository in {path} cannot be read ({error}). Nothing was synced; 'git fsck' says more.",
    }
    COMMENT_INVALID = auto(), 422, "Write a comment of 1 to {most:,} characters."
    COMPARISON_INVALID = auto(), 422, "The comparison cannot start. The detail names the side and what to choose.", {
        "cases": "No case has a known truth yet. Add gold items, or wait for audits and rulings.",
        "judge": "There is no judge {name}. Choose {known}.",
        "llm": "No LLM is configured. Set COUNTERSIGN_JUDGE=vllm and COUNTERSIGN_VLLM_URL.",
        "policy": "There is no policy {number}. Choose a published one.",
        "same": "Both sides are the same. Change the judge, the prompt or the policy of one.",
    }
    CONFIDENCE_NOT_WRITABLE = auto(), 422, (
        "The confidence cannot be written safely. Give each key of the front matter an indented line, without braces."
    )
    CURSOR_INVALID = auto(), 422, (
        "The cursor cannot be read. Use the 'next' of the page before, unchanged, or leave it out."
    )
    EVENT_TYPE_UNKNOWN = auto(), 422, "There is no event {name}. Use some of: {known}; none means all."
    FILE_NOT_WRITABLE = auto(), 422, "{path} cannot be written: {error}. Check its permissions.", {
        "read_only": "{path} is read-only; nothing was written. Make it writable first.",
    }
    GOLD_INVALID = auto(), 422, "A line is no gold item. The detail names line and field; nothing was added.", {
        "count": "Give 1 to {most} lines of JSON, one item each.",
        "file": "{file} cannot be read: {error}.",
        "lines": "Nothing was added. {errors}.",
    }
    ID_MISMATCH = auto(), 422, "The address says '{name}', the front matter '{id}'. Make them the same."
    IDEMPOTENCY_KEY_INVALID = auto(), 422, (
        "The Idempotency-Key cannot be used. Use 1 to {most} characters, such as a UUID."
    )
    INVALID_BODY = auto(), 422, (
        "The request does not fit the contract. The list errors names each field and what is wrong."
    ), {
        "delta": 'Line {number} is no delta ({error}). Send one object {{"delta": "..."}} a line.',
    }
    KEEP_INVALID = auto(), 422, "--keep {value} cannot be used. Write KIND=DAYS: 1 to {most} days, one of {known}."
    KEY_NAME_INVALID = auto(), 422, "The key cannot be made. {errors}"
    NOTIFICATION_TARGET_INVALID = auto(), 422, "Nothing can be sent to this target. The detail says why.", {
        "channel": "Choose one of: {known}.",
        "digest": "A daily message needs no quiet hours. Leave one of them empty.",
        "mail": "This is no mail address. Give one like team@example.com.",
        "most": "There are {most} targets already. Remove one first.",
        "notices": "Choose at least one.",
        "person": "There is no such person. Add them under Settings, People.",
        "pipeline": "There is no such pipeline. Leave it out to hear of all.",
        "quiet": "Quiet hours need a beginning and another end.",
        "smtp": "Mail is not set up. An operator sets COUNTERSIGN_SMTP_URL.",
        "time": "Give a time like 22:00.",
        "time_zone": "Give a time like 22:00, and its time zone as zone.",
        "zone": "There is no such time zone. Give one like Europe/Berlin.",
    }
    PERSON_INVALID = auto(), 422, "The name cannot be used. The detail says why.", {
        "letters": "Use letters, digits and . @ + - _ only, and no space.",
        "long": "Use at most 150 characters.",
        "none": "Give a name.",
    }
    POLICY_INVALID = auto(), 422, "The policy cannot be used. The list errors names each value and what is wrong.", {
        "prompt": "There is no prompt version {number}. Choose one from the page Prompts, or 0.",
        "settings": "The own settings of pipeline {pipeline} do not go with it: {error} Change those first.",
    }
    POLICY_UNCHANGED = auto(), 422, "This is what policy {number} says already. Change a value first."
    PREFLIGHT_MALFORMED = auto(), 422, "The preflight cannot be read. The list errors names each part at fault.", {
        "empty": "The preflight names nothing to check. Send arguments, task_number, session_id or delegation_path.",
    }
    PROFILE_INVALID = auto(), 422, "The return profile cannot be used. The detail says what would be right.", {
        "name": "Name it with letters, digits, points, dashes and underscores, beginning with a letter or digit.",
    }
    PROMPT_INVALID = auto(), 422, "The prompt cannot be stored. The detail says what to shorten or to choose.", {
        "empty": "Write the instructions.",
        "examples": "Choose at most {most} examples.",
        "gone": "An example is no adjudicated audit any more. Load the page again.",
        "known": "This version is there already. Change the text or the examples.",
        "length": "The instructions take {tokens} tokens; the limit is {most}. Shorten them.",
        "note": "Say what this version tries; the lists name it so.",
        "tokens": "The examples take {tokens} tokens of {most}. Choose fewer.",
    }
    REASON_MISSING = auto(), 422, "Say why the policy changes; the history keeps it."
    RESPONSE_EMPTY = auto(), 422, "The response is empty. Send the draft as response_md."
    ROLE_UNKNOWN = auto(), 422, "Choose one of: {known}."
    RULING_INCOMPLETE = auto(), 422, (
        "The ruling lacks what it needs, such as hints or a message. The list errors names it."
    ), {
        "checks": "Unknown check: {unknown}. Use {known}.",
        "edited": "Give the edited response that goes to the user.",
        "hints": "Say what {what}.",
        "message": "Write the message.",
        "not_edited": "Only approve_edited takes an edited response. Choose it, or leave response_md out.",
        "pipelines": "Write the message to the pipelines.",
        "unchanged": "The response is unchanged. Edit it, or approve it as it is.",
    }
    RULING_NOT_FOR_GATE = auto(), 422, "There is no draft here to edit or send back. Approve, fail or dismiss it."
    RULING_NOT_FOR_GROUPS = auto(), 422, "A whole group can be failed or dismissed; open one item for more."
    RULING_NOT_IN_BULK = auto(), 422, "Many items can be dismissed, failed or sent back. Open one to approve or edit."
    SCHEMA_INVALID = auto(), 422, "The schema of the arguments cannot be used. The detail says where."
    SCOPE_UNKNOWN = auto(), 422, "There is no scope {name}. Give one or more of: {known}."
    SECTION_MISSING = auto(), 422, (
        "context_md holds no user query. Add a heading `## 0. User Query` with the query under it."
    ), {
        "messages": "messages hold no question. Add the user's, with role user and text as content.",
    }
    SETTING_INVALID = auto(), 422, "Choose {known}."
    SNOOZE_INVALID = auto(), 422, "It cannot be snoozed until then. The detail says how long it can.", {
        "time": "That is no time. Choose a day and a time.",
    }
    SOURCE_KIND_UNKNOWN = auto(), 422, "'{kind}' is no kind of source. Use one of {known}."
    SOURCE_NAME_INVALID = auto(), 422, "No page could carry the source's name. The detail says what to leave out.", {
        "backslash": "The name cannot be stored. Write '/' for '\\'.",
        "long": "The name cannot be stored. Use at most {most} printable characters.",
        "parts": "The name cannot be stored. Leave out spaces at its ends, and parts that are empty, '.' or '..'.",
        "slash": "The name cannot be stored. A {kind} has no '/' in its name; use its last part.",
    }
    SUBJECT_UNKNOWN = auto(), 422, "{id} is not part of this intervention. Take one of its occurrences."
    TARGET_REFUSED = auto(), 422, (
        "The url cannot be called, or is a private address. An operator can allow it by name."
    ), {
        "test": "{url} did not take the test: {error}.",
    }
    TOO_MANY_AT_ONCE = auto(), 422, "At most {most} items can be ruled on at once. Select fewer."
    VIEW_NAME_TOO_LONG = auto(), 422, "A name has at most {most} characters. Shorten it."
    VIEW_UNNAMED = auto(), 422, "Give the view a name."

    BACKLOG_FULL = auto(), 429, (
        "{waiting:,} submissions of this pipeline wait; the limit is {limit:,}. Send more later."
    )
    RATE_LIMITED = auto(), 429, "This key may send {limit:,} requests a minute. Wait {wait} s; a batch counts as one."

    HEADERS_TOO_LARGE = auto(), 431, "The headers are over 64 KB. Send shorter ones."

    INTERNAL_ERROR = auto(), 500, "Something broke on our side. Try again; the log has the request id.", {
        "request": "Something broke on our side. Nothing was stored; try again. The log has it as request {number}.",
    }

    CONNECTIONS_FULL = auto(), 503, "Too many connections are open. Try again in a few seconds."
    BROKER_AWAY = auto(), 503, "The broker does not answer, so no worker would begin. Send it again later."
    DATABASE_AWAY = auto(), 503, (
        "The database does not answer just now. Try again after Retry-After, with an Idempotency-Key."
    ), {
        "disk": "The disk of the database is full, so nothing was stored. Send it again once the operator made room.",
    }
    # fmt: on
