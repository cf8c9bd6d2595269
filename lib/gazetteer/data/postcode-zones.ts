/**
 * Postcode zones abroad, by the first characters: a central town (its name in the data) and the maximum radius of the
 * zone in kilometres. Precise enough to tell Milano from Roma, not to locate an address.
 */
export const postcodeZones: Record<string, { reachKm: number; centres: Record<string, string> }> = {
  pt: {
    reachKm: 170,
    centres: tableOf(
      '1 Lisbon|2 Santarém|3 Coimbra|4 Porto|5 Vila Real|6 Castelo Branco|7 Évora|8 Faro|90 Funchal|91 Funchal|92 Funchal|93 Funchal|94 Vila Baleira|95 Ponta Delgada|96 Ponta Delgada|97 Angra do Heroísmo|98 Velas|990 Horta|993 Horta|994 Horta|995 Horta|996 Santa Cruz das Flores|997 Santa Cruz das Flores|998 Santa Cruz das Flores',
    ),
  },
  de: {
    reachKm: 130,
    centres: tableOf(
      '01 Dresden|02 Görlitz|03 Cottbus|04 Leipzig|06 Halle (Saale)|07 Gera|08 Zwickau|09 Chemnitz|10 Berlin|12 Berlin|13 Berlin|14 Potsdam|15 Frankfurt (Oder)|16 Oranienburg|17 Neubrandenburg|18 Rostock|19 Schwerin|20 Hamburg|21 Hamburg|22 Hamburg|23 Lübeck|24 Kiel|25 Itzehoe|26 Oldenburg|27 Bremerhaven|28 Bremen|29 Celle|30 Hannover|31 Hildesheim|32 Herford|33 Bielefeld|34 Kassel|35 Gießen|36 Fulda|37 Göttingen|38 Braunschweig|39 Magdeburg|40 Düsseldorf|41 Mönchengladbach|42 Wuppertal|44 Dortmund|45 Essen|46 Oberhausen|47 Duisburg|48 Münster|49 Osnabrück|50 Köln|51 Köln|52 Aachen|53 Bonn|54 Trier|55 Mainz|56 Koblenz|57 Siegen|58 Hagen|59 Hamm|60 Frankfurt am Main|61 Bad Homburg vor der Höhe|63 Offenbach|64 Darmstadt|65 Wiesbaden|66 Saarbrücken|67 Ludwigshafen am Rhein|68 Mannheim|69 Heidelberg|70 Stuttgart|71 Böblingen|72 Reutlingen|73 Esslingen|74 Heilbronn|75 Pforzheim|76 Karlsruhe|77 Offenburg|78 Villingen-Schwenningen|79 Freiburg|80 Munich|81 Munich|82 Starnberg|83 Rosenheim|84 Landshut|85 Ingolstadt|86 Augsburg|87 Kempten (Allgäu)|88 Ravensburg|89 Ulm|90 Nürnberg|91 Erlangen|92 Amberg|93 Regensburg|94 Passau|95 Bayreuth|96 Bamberg|97 Würzburg|98 Suhl|99 Erfurt',
    ),
  },
  it: {
    reachKm: 150,
    centres: tableOf(
      "00 Rome|01 Viterbo|02 Rieti|03 Frosinone|04 Latina|05 Terni|06 Perugia|07 Sassari|08 Nuoro|09 Cagliari|10 Turin|11 Aosta|12 Cuneo|13 Vercelli|14 Asti|15 Alessandria|16 Genoa|17 Savona|18 Imperia|19 La Spezia|20 Milan|21 Varese|22 Como|23 Sondrio|24 Bergamo|25 Brescia|26 Cremona|27 Pavia|28 Novara|29 Piacenza|30 Venice|31 Treviso|32 Belluno|33 Udine|34 Trieste|35 Padova|36 Vicenza|37 Verona|38 Trento|39 Bolzano|40 Bologna|41 Modena|42 Reggio nell'Emilia|43 Parma|44 Ferrara|45 Rovigo|46 Mantova|47 Forlì|48 Ravenna|50 Florence|51 Pistoia|52 Arezzo|53 Siena|54 Massa|55 Lucca|56 Pisa|57 Livorno|58 Grosseto|59 Prato|60 Ancona|61 Pesaro|62 Macerata|63 Ascoli Piceno|64 Teramo|65 Pescara|66 Chieti|67 L'Aquila|70 Bari|71 Foggia|72 Brindisi|73 Lecce|74 Taranto|75 Matera|76 Andria|80 Naples|81 Caserta|82 Benevento|83 Avellino|84 Salerno|85 Potenza|86 Campobasso|87 Cosenza|88 Catanzaro|89 Reggio Calabria|90 Palermo|91 Trapani|92 Agrigento|93 Caltanissetta|94 Enna|95 Catania|96 Siracusa|97 Ragusa|98 Messina",
    ),
  },
  gb: {
    reachKm: 90,
    centres: tableOf(
      'E London|N London|W London|EC London|NW London|SE London|SW London|WC London|B Birmingham|BA Bath|BB Blackburn|BD Bradford|BN Brighton|BR Bromley|BS Bristol|BT Belfast|CB Cambridge|CF Cardiff|CR Croydon|CV Coventry|DE Derby|EH Edinburgh|EX Exeter|G Glasgow|GL Gloucester|HU Kingston upon Hull|IP Ipswich|L Liverpool|LE Leicester|LS Leeds|LU Luton|M Manchester|MK Milton Keynes|NE Newcastle upon Tyne|NG Nottingham|NR Norwich|OX Oxford|PE Peterborough|PL Plymouth|PO Portsmouth|RG Reading|S Sheffield|SO Southampton|ST Stoke-on-Trent|SA Swansea|SN Swindon|WV Wolverhampton|YO York',
    ),
  },
}

function tableOf(rows: string): Record<string, string> {
  return Object.fromEntries(
    rows.split('|').map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]),
  )
}
