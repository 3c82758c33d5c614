"""People at work, orders, machines, software, money, sport, nature: what tools and memories return."""

from __future__ import annotations

from random import Random

from training.worlds.domain import Domain
from training.worlds.goods import PRICE
from training.worlds.names import TOWNS, code, company, person, team, town
from training.worlds.properties import Choice, Flag, Moment, Number, Person


def _order(random: Random) -> str:
    return random.choice((f"Order {random.randint(1000, 99999)}", f"order #{random.randint(1000, 99999)}", f"Parcel {code(random)}", f"Shipment {code(random)}"))


def _service(random: Random) -> str:
    return random.choice((
        f"{random.choice(('auth', 'billing', 'search', 'mail', 'cache', 'report', 'image', 'login', 'export'))}-{random.choice(('service', 'api', 'worker', 'db', 'proxy'))}",
        f"server {random.choice('abcdefgh')}{random.randint(1, 40)}", f"node-{random.randint(1, 90)}",
    ))


def _software(random: Random) -> str:
    return f"{random.choice(('Tarn', 'Quill', 'Mosaic', 'Bramble', 'Ferry', 'Kiln', 'Anvil', 'Lattice', 'Ripple', 'Heron'))} {random.randint(1, 9)}.{random.randint(0, 20)}"


def _place(random: Random) -> str:
    return random.choice((town(random), f"Lake {random.choice(TOWNS)}", f"Mount {random.choice(TOWNS)}", f"{random.choice(TOWNS)} Island", f"the {random.choice(TOWNS)} Bridge", f"{random.choice(TOWNS)} Dam"))


def _creature(random: Random) -> str:
    return f"the {random.choice(('grey', 'crested', 'northern', 'river', 'dwarf', 'marsh', 'golden', 'spotted'))} {random.choice(('heron', 'lizard', 'otter', 'orchid', 'fern', 'beetle', 'pine', 'frog', 'finch', 'pike', 'lily', 'bat'))}"


TEAM_OF = Choice("team", "team", ("Billing", "Support", "Legal", "Research", "Logistics", "Sales", "Security", "Finance", "Design"), ("{s} works in {v}", "{s} belongs to {v}", "{s} is part of {v}"))
AFFAIRS = (
    Domain("employee", "employee", person, (
        TEAM_OF, Choice("role", "role", ("accountant", "nurse", "team lead", "data analyst", "driver", "architect", "editor", "sales manager", "chief engineer", "intern"), ("{s} is the {v}", "{s} works as {v}", "{s} has the role of {v}"), "What does {s} do?"),
        Choice("office", "office", tuple(TOWNS[:25]), ("{s} is based in {v}", "{s} works from {v}", "{s} sits in {v}"), "Where does {s} work?"),
        Person("manager", "manager", ("{s} reports to {v}", "{v} manages {s}", "{v} is the boss of {s}"), "Who does {s} report to?"),
        Moment("joined", "joining year", "year", ("{s} joined in {v}", "{s} has been there since {v}"), "When did {s} join?"),
        Number("extension", "extension", 100, 9999, 0, verbs=("{s} can be reached at extension {v}", "dial {v} for {s}")),
        Number("vacation days", "remaining vacation", 1, 30, 0, "days", "days", verbs=("{s} has {v} of vacation left", "{s} can still take {v} off"), other_unit="weeks"),
        Flag("remote", ("works remotely", "works from home"), ("works on site", "does not work remotely")),
        Flag("on leave", ("is on leave", "is away at the moment", "is absent"), ("is at work", "is not on leave", "is present")),
        Flag("full time", ("works full time", "has a full-time contract"), ("works part time", "does not work full time", "has a part-time contract")),
        Choice("language", "first language", ("Spanish", "Polish", "Hindi", "French", "Arabic", "Finnish"), ("{s} speaks {v}", "the first language of {s} is {v}")),
    )),
    Domain("order", "order", _order, (
        Choice("status", "status", ("shipped", "delivered", "cancelled", "in preparation", "returned", "waiting for payment", "lost in transit"), ("{s} is {v}", "{s} has the status {v}", "the status of {s} is {v}"), "What is the status of {s}?"),
        Number("total", "total", 10, 2400, 2, before="$", verbs=("{s} comes to {v}", "the total of {s} is {v}", "{s} amounts to {v}"), more="larger", most="largest", less="smaller", least="smallest", ask_with="How much is {s}?"),
        Number("items", "number of items", 1, 12, 0, "items", "items", verbs=("{s} contains {v}", "there are {v} in {s}"), more="larger", most="largest"),
        Moment("placed", "order date", "date", ("{s} was placed on {v}", "you ordered {s} on {v}"), "When was {s} placed?"),
        Moment("delivery", "delivery date", "date", ("{s} arrives on {v}", "{s} is due on {v}", "{s} will be delivered on {v}"), "When does {s} arrive?"),
        Choice("carrier", "carrier", ("PostLine", "Swiftbox", "Nordfreight", "Parcelio", "Blue Van"), ("{s} is shipped with {v}", "{v} delivers {s}", "{s} travels with {v}")),
        Choice("address", "delivery town", tuple(TOWNS[20:50]), ("{s} goes to {v}", "{s} is sent to {v}")),
        Flag("paid", ("has been paid", "is paid in full", "is settled"), ("has not been paid", "is unpaid", "is still to be paid"), (("paid", "unpaid"), ("yes", "no"), ("true", "false"), ("Paid", "Not paid"), ("paid", "open"))),
        Flag("gift", ("is a gift", "is marked as a gift"), ("is no gift", "is not marked as a gift")),
        Flag("refundable", ("can be refunded", "is refundable"), ("cannot be refunded", "is non-refundable", "is not refundable")),
        Flag("signature", ("needs a signature", "must be signed for"), ("needs no signature", "can be left without a signature")),
    )),
    Domain("service", "system", _service, (
        Choice("status", "status", ("healthy", "degraded", "down", "under maintenance", "starting"), ("{s} is {v}", "{s} reports {v}", "the status of {s} is {v}"), "How is {s}?"),
        Number("CPU", "CPU load", 1, 100, 0, "%", "percent", verbs=("{s} uses {v} of the CPU", "the CPU of {s} is at {v}"), more="busier", most="busiest", less="less busy", least="least busy"),
        Number("memory", "memory use", 1, 128, 0, "GB", "gigabytes", verbs=("{s} takes {v} of memory", "{s} uses {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="MB"),
        Number("latency", "latency", 2, 900, 0, "ms", "milliseconds", verbs=("{s} answers in {v}", "{s} takes {v} to respond"), more="slower", most="slowest", less="faster", least="fastest", other_unit="seconds", ask_with="How fast is {s}?"),
        Number("errors", "number of errors", 1, 5000, 0, "errors", "errors", verbs=("{s} logged {v}", "there were {v} on {s}"), more="more error-prone", most="most error-prone", less="more stable", least="most stable"),
        Moment("last restart", "last restart", "date", ("{s} was last restarted on {v}", "{s} has been up since {v}"), "When was {s} restarted?"),
        Choice("region", "region", ("north", "south", "east-1", "west-2", "central"), ("{s} runs in {v}", "{s} is hosted in {v}")),
        Flag("backup", ("is backed up", "has a backup"), ("is not backed up", "has no backup")),
        Flag("encrypted", ("is encrypted", "stores its data encrypted"), ("is not encrypted", "is unencrypted", "stores its data in plain text")),
        Flag("reachable", ("is reachable", "can be reached", "responds to pings"), ("is unreachable", "cannot be reached", "does not respond to pings")),
        Person("owner", "owner", ("{v} owns {s}", "{s} is maintained by {v}", "ask {v} about {s}"), "Who owns {s}?"),
    )),
    Domain("software", "release", _software, (
        Moment("released", "release date", "date", ("{s} was released on {v}", "{s} came out on {v}"), "When was {s} released?"),
        Choice("licence", "licence", ("MIT", "GPL", "Apache 2.0", "a commercial licence", "BSD"), ("{s} is under {v}", "{s} is distributed under {v}")),
        Number("size", "download size", 2, 900, 0, "MB", "megabytes", verbs=("{s} takes {v}", "the download of {s} is {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="GB"),
        Number("tests", "number of tests", 20, 6000, 0, "tests", "tests", verbs=("{s} has {v}", "{v} cover {s}"), more="better tested", most="best tested"),
        Choice("language", "programming language", ("Rust", "Go", "Python", "C++", "Kotlin", "Elixir"), ("{s} is written in {v}", "{s} is a {v} project"), "What is {s} written in?"),
        Flag("dark mode", ("has a dark mode", "supports dark mode"), ("has no dark mode", "does not support dark mode")),
        Flag("backward compatible", ("is backward compatible", "works with older files"), ("is not backward compatible", "breaks older files", "does not work with older files")),
        Flag("offline", ("works offline", "needs no connection"), ("does not work offline", "needs a connection", "requires internet access")),
        Flag("supported", ("is still supported", "receives updates"), ("is no longer supported", "receives no updates", "has reached its end of life")),
        Flag("enabled by default", ("is enabled by default", "is switched on by default"), ("is disabled by default", "is switched off by default", "must be enabled by hand")),
        Person("maintainer", "maintainer", ("{v} maintains {s}", "{s} is maintained by {v}"), "Who maintains {s}?"), PRICE,
    )),
    Domain("company", "company", company, (
        Number("revenue", "revenue", 2, 900, 0, "million dollars", "million USD", verbs=("{s} had revenue of {v}", "{s} took in {v}", "{s} earned {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="billion dollars", ask_with="What is the revenue of {s}?"),
        Number("employees", "number of employees", 10, 9000, 0, "employees", "people", verbs=("{s} employs {v}", "{s} has {v}"), more="larger", most="largest", less="smaller", least="smallest"),
        Moment("founded", "founding year", "year", ("{s} was founded in {v}", "{s} has existed since {v}", "{s} started in {v}"), "When was {s} founded?"),
        Person("founder", "founder", ("{v} founded {s}", "{s} was started by {v}"), "Who founded {s}?"), Person("CEO", "chief executive", ("{v} runs {s}", "{v} is CEO of {s}", "{s} is led by {v}"), "Who leads {s}?"),
        Choice("headquarters", "headquarters", tuple(TOWNS[:35]), ("{s} is based in {v}", "{s} has its head office in {v}", "the headquarters of {s} are in {v}"), "Where is {s} based?"),
        Choice("industry", "industry", ("shipping", "solar power", "textiles", "insurance", "medical devices", "dairy", "toys", "steel"), ("{s} is in {v}", "{s} works in {v}")),
        Choice("trend", "trend of sales", ("rising", "falling", "flat"), ("sales at {s} are {v}", "{s} reports {v} sales")),
        Flag("profitable", ("is profitable", "makes a profit", "is in the black"), ("is not profitable", "makes a loss", "is in the red")),
        Flag("listed", ("is listed on the stock exchange", "is publicly traded"), ("is privately held", "is not listed", "is not publicly traded")),
        Flag("hiring", ("is hiring", "has open positions", "is looking for staff"), ("is not hiring", "has no open positions", "has a hiring freeze")),
    )),
    Domain("club", "team", team, (
        Number("points", "points", 3, 98, 0, "points", "points", verbs=("{s} has {v}", "{s} stands at {v}", "{s} collected {v}"), more="better placed", most="best placed", less="worse placed", least="worst placed", ask_with="How many points does {s} have?"),
        Number("wins", "number of wins", 1, 30, 0, "wins", "victories", verbs=("{s} has {v}", "{s} recorded {v}"), more="more successful", most="most successful"),
        Number("goals", "number of goals", 5, 90, 0, "goals", "goals", verbs=("{s} scored {v}", "{s} has {v}")), Person("coach", "coach", ("{v} coaches {s}", "{s} is coached by {v}", "the coach of {s} is {v}"), "Who coaches {s}?"),
        Person("captain", "captain", ("{v} captains {s}", "{s} is captained by {v}"), "Who captains {s}?"),
        Choice("stadium", "stadium", ("North Stand Arena", "Millfield", "Harbour Park", "Eastgate Ground", "Old Meadow"), ("{s} plays at {v}", "the home of {s} is {v}")),
        Choice("last result", "last result", ("won", "lost", "drew"), ("{s} {v} the last match", "in the last match {s} {v}")),
        Flag("promoted", ("was promoted", "went up a division"), ("was relegated", "went down a division", "was not promoted"), (("promoted", "relegated"), ("yes", "no"), ("true", "false"), ("Yes", "No"), ("up", "down"))),
        Flag("qualified", ("has qualified for the final", "is in the final"), ("has not qualified for the final", "missed the final", "is out of the final")),
        Moment("founded", "founding year", "year", ("{s} was founded in {v}", "{s} dates back to {v}")),
    )),
    Domain("place", "place", _place, (
        Number("population", "population", 500, 900000, 0, "inhabitants", "people", verbs=("{s} has {v}", "{v} live in {s}", "{s} is home to {v}"), more="larger", most="largest", less="smaller", least="smallest", ask_with="How many people live in {s}?"),
        Number("altitude", "altitude", 5, 4200, 0, "m", "metres", verbs=("{s} lies at {v}", "{s} is {v} above sea level"), more="higher", most="highest", less="lower", least="lowest", other_unit="feet"),
        Number("area", "area", 2, 900, 0, "km²", "square kilometres", verbs=("{s} covers {v}", "{s} has an area of {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="square miles"),
        Number("depth", "greatest depth", 3, 400, 0, "m", "metres", verbs=("{s} is {v} deep", "{s} goes down {v}"), more="deeper", most="deepest", less="shallower", least="shallowest", other_unit="feet"),
        Choice("country", "country", ("Norway", "Portugal", "Chile", "Kenya", "Slovenia", "Canada", "Japan", "Morocco", "Latvia"), ("{s} is in {v}", "{s} lies in {v}", "{s} belongs to {v}"), "In which country is {s}?"),
        Moment("first mentioned", "first mention", "year", ("{s} was first mentioned in {v}", "{s} appears in records from {v}")), Person("mayor", "mayor", ("{v} is mayor of {s}", "{s} is governed by {v}"), "Who is the mayor of {s}?"),
        Flag("protected", ("is protected", "is a nature reserve", "stands under protection"), ("is not protected", "is no nature reserve", "has no protection")),
        Flag("swimming allowed", ("is open for swimming", "lets you swim"), ("is closed for swimming", "does not allow swimming", "bans swimming")),
        Flag("safe", ("is safe", "is considered safe"), ("is unsafe", "is considered dangerous", "is not safe"), (("safe", "unsafe"), ("yes", "no"), ("true", "false"), ("Safe", "Unsafe"), ("safe", "not safe"))),
    )),
    Domain("creature", "species", _creature, (
        Number("length", "length", 2, 190, 0, "cm", "centimetres", verbs=("{s} grows to {v}", "{s} is {v} long"), more="longer", most="longest", less="shorter", least="shortest", other_unit="inches", ask_with="How long is {s}?"),
        Number("lifespan", "lifespan", 2, 80, 0, "years", "years", verbs=("{s} lives {v}", "{s} reaches {v}"), more="longer lived", most="longest lived", less="shorter lived", least="shortest lived", other_unit="months"),
        Choice("habitat", "habitat", ("wetlands", "dry grassland", "mountain streams", "old forests", "sea cliffs", "gardens"), ("{s} lives in {v}", "{s} is found in {v}", "{s} prefers {v}"), "Where does {s} live?"),
        Moment("season", "main season", "month", ("{s} is seen from {v}", "{s} appears in {v}", "{s} is most active in {v}"), "When is {s} seen?"),
        Flag("poisonous", ("is poisonous", "is toxic", "is harmful to touch"), ("is harmless", "is not poisonous", "is non-toxic")),
        Flag("endangered", ("is endangered", "is threatened with extinction", "is rare"), ("is not endangered", "is common", "is widespread")),
        Flag("active at night", ("is active at night", "is nocturnal"), ("is active by day", "is not nocturnal", "sleeps at night")),
        Flag("native", ("is native here", "belongs to the native species"), ("is not native here", "was introduced", "is an introduced species")),
        Choice("food", "food", ("insects", "small fish", "seeds", "roots", "nectar", "worms"), ("{s} feeds on {v}", "{s} eats {v}"), "What does {s} eat?"),
    )),
    Domain("ticket", "ticket", lambda random: f"{random.choice(('Ticket', 'Issue', 'Task', 'Bug', 'Case'))} {random.choice(('', '#'))}{random.randint(1, 9999)}", (
        Choice("status", "status", ("open", "closed", "in review", "blocked", "waiting", "reopened"), ("{s} is {v}", "the status of {s} is {v}", "{s} is marked {v}"), "What is the status of {s}?"),
        Choice("priority", "priority", ("low", "medium", "high", "critical"), ("{s} has {v} priority", "the priority of {s} is {v}")),
        Person("assignee", "assignee", ("{s} is assigned to {v}", "{v} works on {s}", "{v} is responsible for {s}"), "Who works on {s}?"), Person("reporter", "reporter", ("{v} reported {s}", "{s} was opened by {v}"), "Who reported {s}?"),
        Moment("due", "due date", "date", ("{s} is due on {v}", "the deadline of {s} is {v}"), "When is {s} due?"),
        Number("estimate", "estimate", 1, 40, 0, "hours", "hours", verbs=("{s} is estimated at {v}", "{s} should take {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="days"),
        Number("comments", "number of comments", 1, 60, 0, "comments", "comments", verbs=("{s} has {v}", "there are {v} on {s}"), more="more discussed", most="most discussed"),
        Flag("tested", ("has been tested", "passed its tests"), ("has not been tested", "failed its tests", "is untested")),
        Flag("approved", ("has been approved", "was accepted"), ("has been rejected", "was turned down", "has not been approved"), (("approved", "rejected"), ("yes", "no"), ("true", "false"), ("Approved", "Rejected"), ("accepted", "declined"))),
        Flag("assigned to a sprint", ("is planned for this sprint", "is in the current sprint"), ("is not in the current sprint", "is in the backlog", "was moved out of the sprint")),
        Flag("public", ("is public", "can be seen by everyone"), ("is private", "is internal only", "cannot be seen by everyone")), TEAM_OF,
    )),
)
