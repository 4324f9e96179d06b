import type { WordLocale } from "#kernel/locale.ts";
import type { DefaultRuleId } from "#features/quotes/domain/default-titles.ts";

/** The words on a receipt. */
export interface ReceiptWords {
  readonly receipt: string;
  readonly creditNote: string;
  readonly cancelNote: string;
  readonly number: string;
  readonly date: string;
  readonly taxId: string;
  readonly billedTo: string;
  readonly order: string;
  readonly pickup: string;
  readonly dropoff: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly totalBack: string;
  readonly card: string;
  readonly held: string;
  readonly cash: string;
  readonly invoice: string;
  readonly back: string;
  readonly corrects: string;
  readonly cancels: string;
  readonly undone: string;
  readonly cancellation: string;
  readonly service: string;
  readonly returned: string;
  readonly kept: string;
  readonly waiting: string;
  readonly "extra-stop": string;
  readonly other: string;
  readonly rules: Readonly<Record<DefaultRuleId, string>>;
}

export const RECEIPT_WORDS: Readonly<Record<WordLocale, ReceiptWords>> = {
  en: {
    receipt: "Receipt",
    creditNote: "Credit note",
    cancelNote: "Cancelled credit note",
    number: "Number {number}",
    date: "Date",
    taxId: "Tax number",
    billedTo: "Paid by",
    order: "Order",
    pickup: "From",
    dropoff: "To",
    net: "Without tax",
    tax: "Tax, {rate}",
    total: "Total",
    totalBack: "Refunded",
    card: "Card",
    cash: "Paid in cash: {total}.",
    invoice: "Paid by invoice: {total}.",
    held: "When you booked, your card held {held} for us. That was no charge. When the delivery ended we took {total}; what was held beyond that is free again.",
    back: "{total} is refunded to the card that paid. Your bank shows it within a few days.",
    corrects: "Takes back from receipt {number}",
    cancels: "This cancels credit note {number}",
    undone: "{total} was not refunded after all. This credit note is no longer valid.",
    cancellation: "Cancellation fee",
    service: "Courier service",
    returned: "Refunded",
    kept: "Not refunded",
    waiting: "Surcharge: waiting",
    "extra-stop": "Surcharge: extra stop",
    other: "Surcharge",
    rules: {
      base: "Base fee",
      distance: "Distance",
      "more-parcels": "Every further parcel",
      heavy: "From 10 kg",
      express: "Within the hour",
      evening: "Evening",
      sunday: "Sunday",
      minimum: "Minimum",
      tax: "Value added tax",
    },
  },
  de: {
    receipt: "Quittung",
    creditNote: "Gutschrift",
    cancelNote: "Storno einer Gutschrift",
    number: "Nummer {number}",
    date: "Datum",
    taxId: "Steuernummer",
    billedTo: "Bezahlt von",
    order: "Auftrag",
    pickup: "Von",
    dropoff: "Nach",
    net: "Ohne Steuer",
    tax: "Steuer, {rate}",
    total: "Gesamt",
    totalBack: "Erstattet",
    card: "Karte",
    cash: "Bar bezahlt: {total}.",
    invoice: "Auf Rechnung bezahlt: {total}.",
    held: "Bei der Buchung hat Ihre Karte {held} für uns reserviert. Das war keine Abbuchung. Nach dem Ende der Lieferung haben wir {total} abgebucht; was darüber hinaus reserviert war, ist wieder frei.",
    back: "{total} werden auf die Karte erstattet, mit der bezahlt wurde. Ihre Bank zeigt es in einigen Tagen an.",
    corrects: "Nimmt zurück von Quittung {number}",
    cancels: "Storniert Gutschrift {number}",
    undone: "{total} wurden doch nicht erstattet. Die Gutschrift gilt nicht mehr.",
    cancellation: "Stornogebühr",
    service: "Kurierdienst",
    returned: "Erstattet",
    kept: "Nicht erstattet",
    waiting: "Zuschlag: Wartezeit",
    "extra-stop": "Zuschlag: zusätzlicher Halt",
    other: "Zuschlag",
    rules: {
      base: "Grundpreis",
      distance: "Strecke",
      "more-parcels": "Jedes weitere Paket",
      heavy: "Ab 10 kg",
      express: "Innerhalb einer Stunde",
      evening: "Abend",
      sunday: "Sonntag",
      minimum: "Minimum",
      tax: "Umsatzsteuer",
    },
  },
  fr: {
    receipt: "Reçu",
    creditNote: "Avoir",
    cancelNote: "Annulation d’un avoir",
    number: "Numéro {number}",
    date: "Date",
    taxId: "Numéro fiscal",
    billedTo: "Payé par",
    order: "Commande",
    pickup: "De",
    dropoff: "À",
    net: "Hors taxe",
    tax: "Taxe, {rate}",
    total: "Total",
    totalBack: "Remboursé",
    card: "Carte",
    cash: "Payé en espèces : {total}.",
    invoice: "Payé sur facture : {total}.",
    held: "À la réservation, votre carte a bloqué {held} pour nous. Ce n’était pas un débit. À la fin de la livraison, nous avons débité {total} ; ce qui était bloqué au-delà est de nouveau libre.",
    back: "{total} sont remboursés sur la carte qui a payé. Votre banque l’affiche sous quelques jours.",
    corrects: "Annule en partie ou en tout le reçu {number}",
    cancels: "Annule l’avoir {number}",
    undone: "{total} n’ont finalement pas été remboursés. L’avoir n’est plus valable.",
    cancellation: "Frais d’annulation",
    service: "Service de coursier",
    returned: "Remboursé",
    kept: "Non remboursé",
    waiting: "Supplément : attente",
    "extra-stop": "Supplément : arrêt supplémentaire",
    other: "Supplément",
    rules: {
      base: "Prix de base",
      distance: "Distance",
      "more-parcels": "Chaque colis de plus",
      heavy: "À partir de 10 kg",
      express: "Dans l’heure",
      evening: "Soir",
      sunday: "Dimanche",
      minimum: "Minimum",
      tax: "Taxe sur la valeur ajoutée",
    },
  },
  es: {
    receipt: "Recibo",
    creditNote: "Nota de abono",
    cancelNote: "Anulación de una nota de abono",
    number: "Número {number}",
    date: "Fecha",
    taxId: "Número fiscal",
    billedTo: "Pagado por",
    order: "Pedido",
    pickup: "De",
    dropoff: "A",
    net: "Sin impuesto",
    tax: "Impuesto, {rate}",
    total: "Total",
    totalBack: "Reembolsado",
    card: "Tarjeta",
    cash: "Pagado en efectivo: {total}.",
    invoice: "Pagado por factura: {total}.",
    held: "Al reservar, su tarjeta retuvo {held} para nosotros. No fue un cargo. Al terminar la entrega cobramos {total}; lo retenido de más vuelve a estar libre.",
    back: "{total} se reembolsan en la tarjeta que pagó. Su banco lo muestra en unos días.",
    corrects: "Devuelve del recibo {number}",
    cancels: "Anula la nota de abono {number}",
    undone: "Al final no se reembolsaron {total}. La nota de abono ya no es válida.",
    cancellation: "Gastos de cancelación",
    service: "Servicio de mensajería",
    returned: "Reembolsado",
    kept: "No reembolsado",
    waiting: "Suplemento: espera",
    "extra-stop": "Suplemento: parada adicional",
    other: "Suplemento",
    rules: {
      base: "Tarifa base",
      distance: "Distancia",
      "more-parcels": "Cada paquete adicional",
      heavy: "Desde 10 kg",
      express: "En una hora",
      evening: "Tarde-noche",
      sunday: "Domingo",
      minimum: "Mínimo",
      tax: "Impuesto sobre el valor añadido",
    },
  },
  ar: {
    receipt: "إيصال",
    creditNote: "إشعار دائن",
    cancelNote: "إلغاء إشعار دائن",
    number: "الرقم {number}",
    date: "التاريخ",
    taxId: "الرقم الضريبي",
    billedTo: "دفعه",
    order: "الطلب",
    pickup: "من",
    dropoff: "إلى",
    net: "بدون ضريبة",
    tax: "الضريبة، {rate}",
    total: "المجموع",
    totalBack: "المبلغ المردود",
    card: "البطاقة",
    cash: "دُفع نقدًا: {total}.",
    invoice: "دُفع بفاتورة: {total}.",
    held: "عند الحجز حجزت بطاقتك لنا {held}. لم يكن ذلك خصمًا. وعند انتهاء التوصيل أخذنا {total}، وما حُجز فوق ذلك صار متاحًا من جديد.",
    back: "يُردّ {total} إلى البطاقة التي دفعت. يُظهره مصرفك خلال أيام.",
    corrects: "يعيد من الإيصال {number}",
    cancels: "يلغي الإشعار الدائن {number}",
    undone: "لم يُردّ {total} في النهاية. لم يعد الإشعار الدائن ساريًا.",
    cancellation: "رسم الإلغاء",
    service: "خدمة التوصيل",
    returned: "مبلغ مردود",
    kept: "لم يُردّ",
    waiting: "رسوم إضافية: انتظار",
    "extra-stop": "رسوم إضافية: محطة إضافية",
    other: "رسوم إضافية",
    rules: {
      base: "الرسم الأساسي",
      distance: "المسافة",
      "more-parcels": "كل طرد إضافي",
      heavy: "من 10 كغ",
      express: "خلال ساعة",
      evening: "مساءً",
      sunday: "الأحد",
      minimum: "الحد الأدنى",
      tax: "ضريبة القيمة المضافة",
    },
  },
};

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z]+)\}/gi, (whole, name: string) => values[name] ?? whole);
