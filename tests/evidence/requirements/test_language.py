"""In what language an answer is wanted, and whether it is in it."""

import pytest

from tests.evidence.requirements.turns import check, met
from validation.evidence.requirements.language import language_of

ENGLISH = "The Aro kettle costs 39.90 EUR and is sold at Topf."
GERMAN = "Der Aro Kessel kostet 39,90 EUR und wird bei Topf verkauft. Er ist nicht teuer."
FRENCH = "La bouilloire Aro coûte 39,90 EUR et elle est vendue chez Topf dans la ville."
JAPANESE = "Aroのケトルは39.90 EURで、Topfで買えます。"
RUSSIAN = "Чайник Aro стоит 39,90 EUR в магазине Topf."
POLISH = "Czajnik Aro kosztuje 39,90 EUR i jest dostępny w sklepie Topf, nie ma go gdzie indziej."
ASKED = "What does the Aro kettle cost? "


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        (ASKED + "Please answer in Polish.", ENGLISH, False),
        (ASKED + "Please answer in Polish.", POLISH, True),
        (ASKED + "Reply in Japanese.", ENGLISH, False),
        (ASKED + "Reply in Japanese.", GERMAN, False),
        (ASKED + "Reply in Japanese.", JAPANESE, True),
        (ASKED + "Answer in Turkish, please.", ENGLISH, False),
        (ASKED + "Answer in Turkish, please.", "Aro su ısıtıcısı 39,90 EUR, Topf'ta satılıyor.", None),
        (ASKED + "Answer in Norwegian.", "Aro-kjelen koster 39,90 EUR hos Topf, for to liter.", None),
        (ASKED + "In Spanish, please.", ENGLISH, False),
        (ASKED + "In Polish only.", ENGLISH, False),
        (ASKED + "Bitte auf Deutsch.", GERMAN, True),
        ("Could you tell me in Polish what the Aro kettle costs?", ENGLISH, False),
        ("Find the price of the Aro kettle and explain it in Polish.", ENGLISH, False),
        ("I would like the answer in Polish. What does the Aro kettle cost?", ENGLISH, False),
        (ASKED + "Your answer must be in Polish.", ENGLISH, False),
        (ASKED + "I want you to answer in Polish.", ENGLISH, False),
        ("What does it cost at Topf? Give me a short summary in Polish.", ENGLISH, False),
        ("In Polish: what does the Aro kettle cost?", ENGLISH, False),
        ("What does the Aro kettle cost - in Polish please", ENGLISH, False),
        ("Please translate the price of the Aro into Polish", ENGLISH, False),
        (ASKED + "Make sure to reply in Polish", ENGLISH, False),
        (ASKED + "Ensure that you reply in Polish.", ENGLISH, False),
        (ASKED + "Make sure that the answer is in Polish.", ENGLISH, False),
        (ASKED + "Don't forget to answer in Polish.", ENGLISH, False),
        (ASKED + "You must reply in Polish.", ENGLISH, False),
        (ASKED + "I speak no English, so answer in Polish.", ENGLISH, False),
        (ASKED + "Response in Polish", ENGLISH, False),
        (ASKED + "All answers in Polish only.", ENGLISH, False),
        (ASKED + "Let me have the answer in Polish.", ENGLISH, False),
        (ASKED + "Response in Polish", POLISH, True),
        ("Explain in French how the Aro kettle is sold.", FRENCH, True),
        ("Ile kosztuje czajnik Aro i gdzie mogę go kupić?", ENGLISH, False),
        ("Ile kosztuje czajnik Aro i gdzie mogę go kupić?", POLISH, True),
        ("Сколько стоит чайник Aro?", ENGLISH, False),
        ("Сколько стоит чайник Aro?", RUSSIAN, True),
        ("Сколько стоит чайник Aro? Ответь на английском.", ENGLISH, None),
        ("Aroのケトルはいくらですか？", ENGLISH, False),
        ("Aroのケトルはいくらですか？", JAPANESE, True),
        ("كم سعر غلاية Aro؟", ENGLISH, False),
        ("Aro水壶多少钱？", "39.90 EUR.", None),
    ],
)
def test_an_answer_is_in_the_language_that_is_wanted(query: str, response: str, holds: bool | None) -> None:
    assert met(check(query, response), "language") is holds


@pytest.mark.parametrize(
    "query",
    [
        "How do you say kettle in German?",
        "What is the word for kettle in Japanese?",
        "What does Kessel mean in English, and what does the Aro kettle cost?",
        "Please find me a book in French about kettles, with its price.",
        "I am interested in Japanese kettles, please recommend one.",
        "Please explain what the Aro costs in Turkish lira.",
        "Find a course in Spanish and tell me its price.",
        "What does 'чайник' cost at Topf?",
        "Do the staff of Hotel Lin answer the phone in Russian?",
        "Which hotels reply in Chinese?",
        "Does the guide explain the exhibits in Japanese?",
        "Where can I read subtitles, in Korean, for the show?",
        "Which museum has a summary in Italian?",
        "Is there support that can respond in Arabic?",
        "Who wrote the answer in Greek?",
        "I need to reply to a letter in French. Which app helps?",
        "I'd like to hear the audio guide explain it in Hindi",
        "Which tour guides write reviews in Korean?",
        "Tell me which hotels reply in Chinese",
        "Which app can translate menus in Japanese?",
        "Can I write my exam in Dutch?",
        "How do I make sure to reply in Polish?",
        "I try to answer my aunt in Polish, which app helps?",
        "Do staff make sure to answer in Polish?",
        "Is there a hotel where you must speak in Polish?",
        "Please tell me where to buy books in Polish",
        "Tell me who teaches in Polish",
        "The response in Polish was rude. What does the Aro cost?",
        "Is there a guide to Krimi books - summary in Polish?",
        "The staff speak English; replies in Polish only are no use",
    ],
)
def test_what_is_looked_for_in_a_language_wants_no_answer_in_it(query: str) -> None:
    assert met(check(query, ENGLISH), "language") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What do I need to do to go to Havn?", None),
        ("How do I get to the airport from here, and what is it to you?", "English"),
        (POLISH, "Polish"),
        ("O hotel não é caro e fica no centro do Porto, na rua do mercado.", "Portuguese"),
    ],
)
def test_polish_takes_nothing_from_other_languages(text: str, name: str | None) -> None:
    assert language_of(text) == name
