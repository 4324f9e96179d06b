import { fold } from "#features/places/domain/search-text.ts";
import { FIELDS, type Field, type Use } from "./fields.ts";

/** Headings of columns that people write, in the languages of the product; compared folded. */
const HEADINGS: Readonly<Record<Field, string>> = {
  reference:
    "reference|ref|order id|order number|order no|external reference|referenz|bestellnummer|auftragsnummer|auftrag|référence|commande|n° commande|numéro de commande|referencia|pedido|número de pedido|المرجع|رقم الطلب",
  senderName:
    "sender|sender name|from name|absender|absendername|name des absenders|expéditeur|nom de l'expéditeur|remitente|nombre del remitente|المرسل|اسم المرسل",
  senderPhone:
    "sender phone|pickup phone|telefon des absenders|absendertelefon|telefon absender|téléphone de l'expéditeur|tél. expéditeur|teléfono del remitente|هاتف المرسل",
  pickup:
    "pickup|pickup address|collect from|collection address|from address|abholung|abholadresse|abholen bei|enlèvement|adresse d'enlèvement|collecte|recogida|dirección de recogida|الاستلام|عنوان الاستلام",
  pickupDetail:
    "pickup detail|pickup note|hinweis zur abholung|abholhinweis|précision enlèvement|détail de l'enlèvement|detalle de recogida|تفاصيل الاستلام",
  recipientName:
    "recipient|recipient name|name|customer|customer name|to name|empfänger|empfängername|name des empfängers|kunde|destinataire|nom|nom du destinataire|client|destinatario|nombre|nombre del destinatario|cliente|المستلم|اسم المستلم|الاسم",
  recipientPhone:
    "recipient phone|phone|phone number|mobile|telephone|telefon|telefon des empfängers|telefonnummer|handy|mobil|téléphone|tél|téléphone du destinataire|portable|teléfono|teléfono del destinatario|móvil|هاتف المستلم|الهاتف|الجوال",
  recipientEmail:
    "recipient email|recipient e-mail|email|e-mail|mail|e-mail des empfängers|courriel|e-mail du destinataire|correo|correo electrónico|correo del destinatario|بريد المستلم|البريد الإلكتروني",
  dropoff:
    "dropoff|drop-off|delivery address|address|deliver to|street|to address|lieferadresse|zustelladresse|adresse|anschrift|straße|strasse|livraison|adresse de livraison|dirección|dirección de entrega|entrega|calle|عنوان التسليم|العنوان",
  dropoffPostcode:
    "postcode|post code|zip|zip code|postal code|plz|postleitzahl|code postal|cp|código postal|الرمز البريدي",
  dropoffCity: "city|town|ort|stadt|ville|ciudad|localidad|المدينة",
  dropoffDetail:
    "address detail|floor|bell|doorbell|adresszusatz|zusatz|stockwerk|klingel|complément|complément d'adresse|étage|detalle|piso|timbre|تفاصيل العنوان|الطابق",
  note: "note|notes|comment|instructions|delivery note|hinweis|bemerkung|notiz|anweisung|remarque|remarques|consignes|nota|notas|observaciones|instrucciones|ملاحظة|ملاحظات",
  parcels:
    "parcels|number of parcels|pieces|quantity|qty|count|pakete|anzahl|stück|anzahl pakete|colis|nombre de colis|quantité|paquetes|bultos|cantidad|الطرود|عدد الطرود",
  size: "size|parcel size|größe|paketgröße|taille|taille du colis|tamaño|tamaño del paquete|الحجم|حجم الطرد",
  weight:
    "weight|weight kg|kg|weight (kg)|gewicht|gewicht kg|gewicht (kg)|poids|poids kg|poids (kg)|peso|peso kg|peso (kg)|الوزن|الوزن (كغ)",
  contents: "contents|content|goods|inhalt|ware|contenu|contenido|mercancía|المحتوى|المحتويات",
  date: "date|day|delivery date|datum|lieferdatum|tag|liefertag|date de livraison|jour|fecha|fecha de entrega|día|التاريخ|تاريخ التسليم",
  from: "from|time|time from|window from|earliest|not before|von|zeit|uhrzeit|ab|zeit von|frühestens|de|heure|à partir de|heure de début|desde|hora|hora desde|من|الوقت|من الساعة",
  to: "to|until|time to|window to|latest|not after|bis|zeit bis|spätestens|à|jusqu'à|heure de fin|hasta|hora hasta|إلى|حتى|إلى الساعة",
  service:
    "service|service level|product|leistung|dienst|produkt|niveau de service|servicio|nivel de servicio|الخدمة|مستوى الخدمة",
  pay: "pay|payment|paid by|payment method|zahlung|zahlungsart|bezahlung|paiement|mode de paiement|règlement|pago|forma de pago|الدفع|طريقة الدفع",
};

const FIELD_OF: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => HEADINGS[field].split("|").map((heading) => [fold(heading), field] as const)),
);

/** Columns by their headings: each field takes the first that names it. */
export function guessUses(columns: readonly string[]): Use[] {
  const uses = new Map<Field, Use>();
  for (const column of columns) {
    const field = FIELD_OF.get(fold(column));
    if (field && !uses.has(field)) uses.set(field, { field, column, value: null });
  }
  return [...uses.values()];
}

/** Names of a header whose cells may be empty or alike: every column has one of its own. */
export function columnNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cell.replaceAll(/\s+/g, " ").trim() || `#${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** Text that is the same for every header with these columns, in whatever order. */
export const headerText = (columns: readonly string[]): string =>
  JSON.stringify(columns.map(fold).toSorted());
