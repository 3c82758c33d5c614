"""Queries in German, French, Spanish and Italian that name nothing: "das rote", "le moins cher", "y la segunda".

As in English, only a query made of closed classes altogether counts; one other word is a subject.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validation.query_analysis.gate.words import words_of


@dataclass(frozen=True, slots=True)
class Language:
    """`pointing` words refer to something said before, `heads` do behind an article, `ranking` asks "of what?",
    `asking` verbs need a subject. `question` asks the user, with the words in its place."""

    pointing: frozenset[str]
    articles: frozenset[str]
    heads: frozenset[str]
    ranking: frozenset[str]
    asking: frozenset[str]
    others: frozenset[str]
    question: str
    sayings: frozenset[str] = frozenset()

    def lack(self, words: Sequence[str]) -> str | None:
        """The words that show what is missing; None where the query is not of this language or names something."""
        if " ".join(words) in self.sayings or not all(self._is_closed(word) for word in words):
            return None
        for before, word in zip(["", *words], words, strict=False):
            if word in self.ranking or (word in self.heads and before in self.articles):
                return f"{before} {word}".strip() if before in self.articles else word
        return next((word for word in words if word in self.pointing or word in self.asking), None)

    def ranks(self, word: str) -> bool:
        return word.rpartition(" ")[2] in self.ranking

    def _is_closed(self, word: str) -> bool:
        groups = (self.pointing, self.articles, self.heads, self.ranking, self.asking, self.others)
        return word.isdecimal() or any(word in group for group in groups)


def _with(stems: str, endings: str) -> frozenset[str]:
    return frozenset(stem + ending.strip("-") for stem in stems.split() for ending in endings.split())


_GERMAN = Language(
    pointing=words_of("das dies dieses diese dieser diesen diesem jenes jene jener jenen es ihn ihm davon damit"),
    articles=words_of("der die das den dem eine einen ein einer eines"),
    heads=_with(
        "erst zweit dritt viert fünft letzt nächst ander rot blau schwarz weiß weiss grün gelb grau braun groß gross "
        "klein lang kurz neu alt günstig billig teur größer kleiner besser billiger günstiger schneller neuer",
        "e en er es em",
    ),
    ranking=_with("günstigst billigst teuerst best schnellst größt kleinst neuest nächst ältest", "e en er es em"),
    asking=words_of("kostet kosten"),
    others=words_of("""
        ist sind war was wer wie wo wann warum welche welcher welches viel zeig zeige mir uns bitte ich nehme nimm will
        möchte hätte gern gerne kauf kaufe bestell bestelle such suche finde gib und oder noch auch mal mit von für in
        auf zu im nochmal lieber doch nein ja option nummer euro unter bis am zwei drei
        """),
    question="Worauf bezieht sich „{}“? Bitte nennen Sie es.",
    sayings=frozenset({"das ist es", "das war es", "ist das es"}),
)
_FRENCH = Language(
    pointing=words_of(
        "ça cela ceci celui celle ceux celles celui-ci celle-ci celui-là celle-là l'autre lui elle elles"
    ),
    articles=words_of("le la les l'autre un une des du au"),
    heads=_with("premier second dernier suivant rouge bleu noir vert jaune gris grand petit autre neuf", "- e s es")
    | words_of("première deuxième troisième dernière blanc blanche blancs blanches"),
    ranking=words_of("cher chère chers chères meilleur meilleure meilleurs meilleures rapide"),
    asking=words_of("coûte coute coûtent"),
    others=words_of("""
        de et ou à moi me je j'ai veux voudrais prends montre montrez donne donnez achète achetez cherche trouve combien
        qui quoi que quel quelle quels quelles est sont c'est où quand comment pourquoi s'il vous te plaît plait svp stp
        non oui encore aussi plutôt option numéro euros moins plus pour deux trois
        """),
    question="À quoi « {} » se rapporte-t-il ? Merci de le préciser.",
    sayings=frozenset({"le rouge et le noir", "le grand bleu", "c'est ça"}),
)
_SPANISH = Language(
    pointing=words_of("eso esto ese esa esos esas este esta aquel aquella ello lo"),
    articles=words_of("el la los las un una del al"),
    heads=_with("primer segund tercer últim ultim roj negr blanc amarill pequeñ nuev otr viej", "o a os as")
    | words_of("siguiente azul azules verde verdes gris grande grandes"),
    ranking=words_of("barato barata baratos baratas caro cara caros caras mejor mejores peor rápido rápida"),
    asking=words_of("cuesta cuestan vale"),
    others=words_of("""
        de y o a me mi quiero quisiera dame muéstrame muestrame enséñame compra cómpralo busca encuentra cuánto cuanto
        qué que quién quien cuál cual cómo donde dónde cuándo por favor es son en con para más mas menos también vez no
        sí opción número euros dos tres
        """),
    question="¿A qué se refiere «{}»? Por favor, nómbrelo.",
    sayings=frozenset({"rojo y negro", "eso es", "eso es todo", "qué más"}),
)
_ITALIAN = Language(
    pointing=words_of("questo questa questi queste quello quella quelli quelle ciò lui lei esso"),
    articles=words_of("il lo la i gli le l'altro l'altra un una uno del quello quella quelli quelle questo questa"),
    heads=_with("prim second terz ultim prossim ross ner bianc giall grigi piccol nuov altr", "o a i e")
    | words_of("blu verde verdi grande grandi"),
    ranking=words_of("economico economica economici economiche caro cara migliore migliori peggiore veloce"),
    asking=words_of("costa costano"),
    others=words_of("""
        di e o a al mi voglio vorrei prendo dammi mostrami compra cerca trova quanto cosa che chi quale quali come dove
        quando perché è sono per favore con in più meno anche ancora no sì opzione numero euro due tre
        """),
    question="A che cosa si riferisce «{}»? Lo indichi per nome.",
    sayings=frozenset({"il rosso e il nero"}),
)
LANGUAGES = (_GERMAN, _FRENCH, _SPANISH, _ITALIAN)
POINTING = frozenset().union(*(language.pointing for language in LANGUAGES))
