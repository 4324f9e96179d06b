import type { WordLocale } from "#kernel/locale.ts";

/** The words of a confirmation. */
interface BookingWords {
  readonly subject: string;
  readonly hello: string;
  readonly booked: string;
  readonly from: string;
  readonly to: string;
  readonly held: string;
  readonly receipt: string;
  readonly cancel: string;
  readonly link: string;
  readonly keep: string;
  readonly button: string;
}

export const BOOKING_WORDS: Readonly<Record<WordLocale, BookingWords>> = {
  en: {
    subject: "Your booking {order} with {seller}",
    hello: "Hello {name},",
    booked: "your delivery {order} to {recipient} is booked for {window}.",
    from: "From: {place}",
    to: "To: {place}",
    held: "{total} is reserved on your card. It is charged when the delivery has ended.",
    receipt: "The receipt comes by mail when it has been paid.",
    cancel:
      "You can cancel until the parcel is collected. It is free until a courier is on the way; after that the page of your booking shows the fee before you confirm.",
    link: "Link for the recipient: {link}",
    keep: "Whoever has the link to your booking can cancel it: do not pass this mail on.",
    button: "See or cancel the booking",
  },
  de: {
    subject: "Ihre Buchung {order} bei {seller}",
    hello: "Guten Tag {name},",
    booked: "Ihre Lieferung {order} an {recipient} ist gebucht für {window}.",
    from: "Von: {place}",
    to: "Nach: {place}",
    held: "{total} sind auf Ihrer Karte reserviert. Abgebucht wird, wenn die Lieferung beendet ist.",
    receipt: "Die Quittung kommt per E-Mail, sobald bezahlt ist.",
    cancel:
      "Sie können stornieren, bis das Paket abgeholt ist. Das ist kostenlos, bis ein Kurier unterwegs ist; danach zeigt die Seite Ihrer Buchung die Gebühr, bevor Sie bestätigen.",
    link: "Link für den Empfänger: {link}",
    keep: "Wer den Link zu Ihrer Buchung hat, kann sie stornieren: Geben Sie diese E-Mail nicht weiter.",
    button: "Buchung ansehen oder stornieren",
  },
  fr: {
    subject: "Votre réservation {order} chez {seller}",
    hello: "Bonjour {name},",
    booked: "votre livraison {order} à {recipient} est réservée : {window}.",
    from: "De : {place}",
    to: "À : {place}",
    held: "{total} sont réservés sur votre carte. Le débit a lieu quand la livraison est terminée.",
    receipt: "Le reçu arrive par e-mail une fois le paiement effectué.",
    cancel:
      "Vous pouvez annuler jusqu’à l’enlèvement du colis. C’est gratuit tant qu’aucun coursier n’est en route ; ensuite, la page de votre réservation montre les frais avant que vous confirmiez.",
    link: "Lien pour le destinataire : {link}",
    keep: "Quiconque a le lien de votre réservation peut l’annuler : ne transférez pas cet e-mail.",
    button: "Voir ou annuler la réservation",
  },
  es: {
    subject: "Su reserva {order} con {seller}",
    hello: "Hola, {name}:",
    booked: "su entrega {order} a {recipient} está reservada: {window}.",
    from: "De: {place}",
    to: "A: {place}",
    held: "{total} están retenidos en su tarjeta. Se cobran cuando la entrega ha terminado.",
    receipt: "El recibo llega por correo cuando se haya pagado.",
    cancel:
      "Puede cancelar hasta que se recoja el paquete. Es gratis hasta que un mensajero esté en camino; después, la página de su reserva muestra la tarifa antes de que confirme.",
    link: "Enlace para el destinatario: {link}",
    keep: "Quien tenga el enlace a su reserva puede cancelarla: no reenvíe este correo.",
    button: "Ver o cancelar la reserva",
  },
  ar: {
    subject: "حجزك {order} لدى {seller}",
    hello: "مرحبًا {name}،",
    booked: "حُجزت توصيلتك {order} إلى {recipient} في {window}.",
    from: "من: {place}",
    to: "إلى: {place}",
    held: "{total} محجوز على بطاقتك. يُخصم عند انتهاء التوصيل.",
    receipt: "يصلك الإيصال بالبريد بعد الدفع.",
    cancel:
      "يمكنك الإلغاء حتى استلام الطرد. الإلغاء مجاني حتى ينطلق المندوب؛ وبعد ذلك تعرض صفحة حجزك الرسوم قبل أن تؤكد.",
    link: "رابط المستلم: {link}",
    keep: "من لديه رابط حجزك يمكنه إلغاؤه: لا تمرّر هذه الرسالة لغيرك.",
    button: "عرض الحجز أو إلغاؤه",
  },
};
