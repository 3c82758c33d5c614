"""Words that say a query is about now, in many languages. They are data: adding one changes no code.

A phrase is written in small letters, with its accents; `*` stands for an ending of up to four letters. A word that
means something else in another language is listed with a neighbour that tells ("nu open", not "nu").
"""

from __future__ import annotations

SPACED = """
    right now | today | today's | tonight | tonight's | tomorrow | at the moment | currently | as of now | up to date
    up-to-date | breaking news | in stock | latest | real time | real-time | realtime | yesterday's | last night's
    this morning | this afternoon | this evening | this week | this weekend | next weekend
    what's the weather | what is the weather | how's the weather | how is the weather
    wie ist das wetter | wie wird das wetter | quel temps fait | quel temps fera | quel temps va | fait-il beau
    qué tiempo hace | que tiempo hace | qué tiempo hará | que tiempo hara | che tempo fa | che tempo farà
    com'è il tempo
    ahorita | grad eben | gerade offen | à l'instant | dernière minute | last minute
    live score* | live price* | live result* | live update* | live traffic | live standings | live coverage
    current price* | current weather | current temperature | current time | current score* | current standings
    current status | current rate* | current exchange rate* | current stock price* | current news | current events
    current population | current availability | current version* | current value* | current traffic
    open now | closed now | available now | playing now | showing now | worth now | now playing | now showing | now open
    next train | next bus | next flight | next ferry | next tram | next match

    heute | heutig* | jetzt | derzeit | derzeitig* | momentan* | zurzeit | zur zeit | im moment | gerade jetzt
    gerade eben | aktuell* | neueste nachrichten | neuesten nachrichten | neueste meldungen | neuesten meldungen
    diese woche | dieses wochenende | am wochenende | auf lager | lieferbar | in echtzeit | übermorgen

    aujourd'hui | aujourd hui | maintenant | actuellement | actuel | actuelle | actuels | actuelles | en ce moment
    demain | ce soir | ce matin | cet après-midi | cette semaine | ce week-end | ce weekend | dernières nouvelles
    dernières infos | dernières actualités | en temps réel | en direct | prochain train | prochain bus | prochain vol

    hoy | ahora | ahora mismo | actualmente | en este momento | mañana | manana | esta noche | esta tarde | esta semana
    este fin de semana | últimas noticias | ultimas noticias | en tiempo real | precio* actual* | clima actual
    tiempo actual | temperatura actual | cotización actual | tipo de cambio actual | valor actual | próximo tren

    oggi | adesso | attualmente | attual* | in questo momento | al momento | domani | stasera | stamattina | stanotte
    questa settimana | questo fine settimana | questo weekend | ultime notizie | in tempo reale | prossimo treno

    hoje | agora em | agora no | agora na | são agora | está agora | agora mesmo | atualmente | atual | atuais
    neste momento | amanhã | amanha | hoje à noite | esta semana | este fim de semana | últimas notícias

    vandaag | momenteel | op dit moment | nu open | nu beschikbaar | zijn nu | kost nu | nu de | nu het | vanavond
    vanmiddag | deze week | dit weekend | huidig* | actuele | laatste nieuws | op voorraad

    dziś | dzis | dzisiaj | teraz | obecnie | obecn* | aktualn* | jutro | w tej chwili | ten tydzień | w tym tygodniu
    w ten weekend | najnowsze wiadomości
    dnes | dnešní* | teď | nyní | aktuáln* | zítra | zitra | tento týden | tento víkend | právě teď | nejnovější zprávy
    teraz | dnešn* | zajtra | práve teraz | danas | trenutn* | jutri | днес | сега | утре

    idag | i dag | i dagens | just nu | ikväll | i kväll | imorgon | i morgon | den här veckan | senaste nytt | aktuell*
    lige nu | netop nu | i aften | i morgen | denne uge | akkurat nå | nå for tiden | i kveld | denne uken | denne uka
    tänään | tanaan | juuri nyt | huomenna | tällä hetkellä | tällä viikolla | šiandien | dabar | rytoj | šodien | tagad
    täna | praegu | homme ilm

    сегодня | сегодняшн* | сейчас | завтра | в данный момент | на этой неделе | последние новости | актуальн*
    текущий курс | текущая цена | текущая погода | прямо сейчас
    сьогодні | сьогоднішн* | зараз | наразі | останні новини | поточн* | данас | сутра | тренутн*

    bugün | bugun | şimdi | simdi | şu an | şu anda | su anda | yarın | bu akşam | bu gece | bu hafta | güncel*
    son dakika
    σήμερα | τώρα | αύριο | απόψε | αυτή τη στιγμή | αυτή την εβδομάδα | τελευταία νέα
    holnap | jelenleg* | ma este | ma reggel | ma délután | most éppen | legfrissebb hírek | ezen a héten
    astăzi | astazi | azi | acum | mâine | în acest moment | diseară | avui | demà | ara mateix

    اليوم | الآن | الان | غدا | غداً | حاليا | حالياً | الليلة | هذا الأسبوع | آخر الأخبار |
    امروز | اکنون | فردا | همین الان | آج | ابھی
    היום | עכשיו | כעת | מחר | הערב | השבוע | आज | अभी | इस समय | वर्तमान में | इस सप्ताह

    hôm nay | bây giờ | hiện tại | hiện nay | ngày mai | tối nay | tuần này | mới nhất
    hari ini | sekarang | saat ini | besok | malam ini | minggu ini | terkini | terbaru
"""

LIVE_TOPICS = """
    weather | forecast | rain | snow | temperature | traffic | train* | bus | buses | flight* | ferry | ferries
    timetable | departure* | delay* | price* | fare* | exchange rate* | stock* | score* | result* | match | game
    fixture* | strike* | cinema | open | closed | opening hours | news | won | win | lost | election*
    wetter | wettervorhersage | regnet | regen | regnen | schneit | schnee | temperatur* | verkehr | verkehrslage | stau
    staus | zug | züge | zugverbindung* | bahn | bus | fähre* | flug | flüge | fahrplan | abfahrt* | verspätung*
    preis | preise | kurs | kostet | kosten | ergebnis | ergebnisse | spiel | spiele | streik | kino | kinoprogramm
    geöffnet | offen | öffnungszeiten | nachrichten | gewonnen | verloren | gespielt | wahl
    météo | temps | pluie | pleut | pleuvra | neige | température* | trafic | bouchon* | train | trains | vol | vols
    horaire* | départ* | retard* | prix | cours | coûte | résultat* | score* | match | matchs | grève* | cinéma
    ouvert | ouverte | ouverts | ouvertes | fermé* | actualité* | nouvelles | gagné | perdu
    tiempo | clima | lluvia | llueve | lloverá | nieve | temperatura* | tráfico | trafico | tren | trenes | vuelo*
    horario* | salida* | retraso* | precio* | cotización | cuesta | resultado* | marcador* | partido* | huelga* | cine
    abierto* | abierta* | cerrado* | cerrada* | noticias | ganó | gano | perdió
    meteo | pioggia | piove | pioverà | neve | traffico | treno | treni | volo | voli | orario | orari
    partenza | partenze | ritardo | ritardi | prezzo | prezzi | quotazione | costa | risultato | risultati
    punteggio | partita | partite | sciopero | scioperi | aperto | aperta | aperti | aperte | chiuso | chiusa | notizie
    vinto | perso
"""
"""What changes from day to day; beside one of `NEAR_DAYS` it is asked about now."""

NEAR_DAYS = """
    yesterday | last night | on monday | on tuesday | on wednesday | on thursday | on friday | on saturday | on sunday
    this monday | this tuesday | this wednesday | this thursday | this friday | this saturday | this sunday
    next monday | next tuesday | next wednesday | next thursday | next friday | next saturday | next sunday
    last monday | last tuesday | last wednesday | last thursday | last friday | last saturday | last sunday
    this month | next week | last week
    gestern | vorgestern | gestrig* | gestern abend | am montag | am dienstag | am mittwoch | am donnerstag | am freitag
    am samstag | am sonnabend | am sonntag | dies* montag | dies* dienstag | dies* mittwoch | dies* donnerstag
    dies* freitag | dies* samstag | dies* sonntag | nächst* montag | nächst* dienstag | nächst* mittwoch
    nächst* donnerstag | nächst* freitag | nächst* samstag | nächst* sonntag | kommend* montag | kommend* freitag
    kommend* samstag | kommend* sonntag | letzt* samstag | letzt* sonntag | letzt* freitag | diesen monat | diesem monat
    diesen winter | diesen sommer | nächste woche | letzte woche | grad | gerade | heuer
    d'hier | hier soir | hier matin | hier après-midi
    avant-hier | lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche | ce mois-ci
    ce mois | la semaine prochaine | la semaine dernière | après-demain
    ayer | anoche | anteayer | el lunes | el martes | el miércoles | el miercoles | el jueves | el viernes | el sábado
    el sabado | el domingo | este lunes | este martes | este miércoles | este jueves | este viernes | este sábado
    este domingo | este mes | la próxima semana | la semana que viene | la semana pasada | pasado mañana
    ieri | ieri sera | l'altro ieri | lunedì | martedì | mercoledì | giovedì | venerdì | sabato | domenica | questo mese
    la settimana prossima | la settimana scorsa | la prossima settimana | la scorsa settimana | dopodomani
"""

HABITUAL = """
    le lundi | le mardi | le mercredi | le jeudi | le vendredi | le samedi | le dimanche | il lunedì | il martedì
    il mercoledì | il giovedì | il venerdì | il sabato | la domenica | della domenica | del sabato | du dimanche
    du samedi | chaque * | ogni * | jeden * | every * | each * | hier à | grad celsius | grad fahrenheit | gerade zahl*
    gerade linie*
"""
"""Of any week, or of no day at all: the Sunday roast."""

UNSPACED = """
    今天 | 现在 | 現在 | 目前 | 明天 | 今晚 | 今早 | 本周 | 这周 | 本週 |
    此刻 | 实时 | 即時 | 当前 | 最新消息 | 最新新闻
    今日 | 今夜 | 今朝 | 今週 | 明日の | 今すぐ | 今の天気 |
    リアルタイム | 最新の | 最新ニュース | 오늘 | 지금 | 현재 | 내일 | 이번 주 | 실시간
    최신 | วันนี้ | ตอนนี้ | พรุ่งนี้ | คืนนี้
"""
"""Of scripts that leave no blank between words."""

LOOKALIKES = """
    yesterday and today | yesterday and tomorrow | gestern und heute | gestern und morgen | hier et aujourd'hui
    hier et d'aujourd'hui | hier et demain | ayer y hoy | ayer y de hoy | ayer y mañana | hoy y siempre
    ieri e oggi | ieri e di oggi | ieri e domani | cost of living | preis der freiheit
    guten morgen | am morgen | jeden morgen | der morgen | den morgen | goede morgen | goedemorgen | elke morgen
    in de morgen | por la mañana | de la mañana | la mañana | cada mañana | una mañana | por la manana | de la manana
    la manana | اليوم الوطني | اليوم العالمي
    in stock market* | in stock option* | in stock exchange* | in stock photo* | in stock trading
"""
"""Phrases that hold such a word and mean something else."""

LOOKALIKES_UNSPACED = """
    现在完成 | 现在进行 | 现在时 | 現在完成 | 現在完了 | 現在進行 | 現在形 | 現在分詞 |
    현재완료 | 현재진행 | 현재형 | 最新の研究
"""


def phrases(table: str) -> list[str]:
    """Longest first, so that a phrase is told whole."""
    found = {phrase.strip() for line in table.splitlines() for phrase in line.split("|") if phrase.strip()}
    return sorted(found, key=lambda phrase: (-len(phrase), phrase))
