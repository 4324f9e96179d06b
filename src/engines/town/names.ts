import type { Dice } from "./dice.ts";

/** Invented on purpose: no town of this name is known to us. */
export const TOWN_NAME = "Marienbrück";
export const RIVER_NAME = "Lauter Wehre";
export const BRIDGES = ["Weststegbrücke", "Marienbrücke", "Färberbrücke"] as const;

/** Main streets have fixed names, so that a demo story can refer to them. */
export const MAIN_STREETS: Readonly<Record<string, string>> = {
  "ring-0": "Nordring",
  "ring-1": "Westring",
  "ring-2": "Südring",
  "ring-3": "Ostring",
  "bank-north": "Wehrufer",
  "bank-south": "Bleichufer",
  "avenue-west": "Westerallee",
  "avenue-middle": "Brückenstraße",
  "avenue-east": "Osterallee",
  wall: "Am Alten Wall",
  "cross-north": "Lange Straße",
  "cross-south": "Hohe Straße",
  "diagonal-north": "Sternallee",
  "diagonal-west": "Mühlendamm",
  "diagonal-south": "Salzstraße",
};

const words = (text: string): string[] => text.trim().split(/\s+/);

const STEMS =
  words(`Ahorn Amsel Anger Apfel Bäcker Biber Birken Blumen Brunnen Buchen Burg Dachs Distel Drossel Efeu
 Eichen Eisvogel Enzian Erlen Eschen Falken Färber Feld Fichten Finken Fischer Flieder Flößer Fuchs Garten Gerber
 Ginster Glocken Hafen Hasel Heide Hirsch Holunder Hopfen Iltis Jasmin Kastanien Kiefern Kirsch Klee Kranich Krokus
 Kürschner Lärchen Lerchen Linden Luchs Mandel Marder Meisen Mispel Mohn Nachtigallen Narzissen Nelken Obst Orgel Otter
 Pappel Pfauen Pflaumen Pirol Platanen Primel Quellen Quitten Raben Reiher Ritter Rosen Rotdorn Salbei Sattler
 Schäfer Schiffer Schilf Schlehen Schmiede Schwalben Seiler Silber Sonnen Specht Sperling Storchen Tannen Tauben Thymian
 Töpfer Tulpen Turm Ulmen Veilchen Wacholder Wagner Walnuss Weber Weiden Weiher Weinberg Wiesen Winzer Zeder Ziegel
 Zimmer`);

const LANES =
  words(`Apotheker Barfüßer Becken Beutler Böttcher Brot Buchbinder Drechsler Eisen Essig Federn Gewürz Glaser
 Goldschmied Hut Kannen Kanzlei Kessel Korb Krämer Kupfer Laternen Leder Marstall Messer Nadler Pfeffer Riemer Rathaus
 Schlosser Schneider Spital Tuch Uhrmacher Wachs Wollen Zeughaus Zinn`);

const FIRST =
  words(`Adele Anton Berta Clemens Dora Emil Frieda Gustav Hanna Ignaz Johanna Konrad Lotte Moritz Nora Otto
 Pauline Rudolf Selma Theodor`);

const LAST =
  words(`Ahlenfeld Birkhold Dornauer Eberwein Falkenthal Grabenhorst Hallersee Immenroth Jagenberg Kaltwasser
 Lindenau Morgenthal Nesselbach Oberwehr Pfahlbauer Quendel Rautenkranz Silbernagel Thalmeier Uferstein Vogelsang
 Weidenbusch Zapfenstreich Amselgrund Brandhorst Carolinger Distelkamp Eschenloh Findeisen Goldammer Habichtswald
 Jungblut Krähenwinkel`);

const TOWARDS =
  words(`Ahrental Birkelau Cronsfeld Dornhagen Ebersloh Finkenrod Grünloh Hohenall Immenreuth Kaltwies Lichtenmoor
 Moosrain Niederwehr Osterlinde Pfaffenhain Quellgrund Rabenholz Sandhof Talmühl Unterwehr Vogelbeck Wehrtal Altenfurt
 Buchenrod Erlental Gänsefeld Heidloh Kirchlind Mühlrain Steinlach`);

const PLACES = [
  "Am Speicher",
  "An der Bleiche",
  "Zur Furt",
  "Im Winkel",
  "Hinter der Mauer",
  "Am Sonnenhang",
  "Zum Fährhaus",
  "An den Teichen",
  "Im Grund",
  "Am Kornhaus",
  "Auf der Höhe",
  "Zur Alten Post",
  "Am Steinbruch",
  "Im Bogen",
  "An der Ziegelei",
  "Am Wasserturm",
  "Zum Aussichtsturm",
  "Im Kirschgarten",
  "Am Gutshof",
  "An der Schleuse",
];

/** Country roads, one for each way out of town. */
export const EXITS = [
  "Hohenauer Landstraße",
  "Birkenauer Chaussee",
  "Wehrauer Landstraße",
  "Sandauer Chaussee",
  "Altenauer Landstraße",
  "Grünauer Landstraße",
  "Steinacher Chaussee",
  "Rabensteiner Landstraße",
  "Moosauer Chaussee",
  "Kaltenwieser Landstraße",
];

/** Deals each name once: lanes to the old town, the rest in shuffled order elsewhere. */
export function namesOf(dice: Dice): { readonly lane: () => string; readonly street: () => string } {
  const lanes = shuffle(
    LANES.map((stem) => `${stem}gasse`),
    dice,
  );
  const streets = shuffle(
    [
      ...STEMS.map(
        (stem) => stem + dice.pick(["straße", "straße", "straße", "weg", "weg", "allee", "steig", "pfad"]),
      ),
      ...LAST.map(
        (last, i) => `${FIRST[i % FIRST.length]}-${last}-${dice.pick(["Straße", "Straße", "Weg"])}`,
      ),
      ...PLACES,
      ...TOWARDS.map((place) => `${place}er ${dice.pick(["Straße", "Straße", "Weg"])}`),
      ...["Obere", "Untere", "Kleine", "Neue"].flatMap((word) =>
        ["Bergstraße", "Bachstraße", "Torstraße"].map((s) => `${word} ${s}`),
      ),
    ],
    dice,
  );
  let spare = 0;
  const street = () => streets.pop() ?? `Weg ${++spare}`;
  return { lane: () => lanes.pop() ?? street(), street };
}

function shuffle<T>(list: readonly T[], dice: Dice): T[] {
  return list
    .map((item) => ({ item, key: dice.roll() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
