import { LOCALES, type Locale, type WordLocale, chooseLocale, wordLocale } from "#kernel/locale.ts";

/** The words of the embedded provider's few pages, in our five languages. */
export interface ProviderWords {
  readonly dir: "ltr" | "rtl";
  readonly signIn: string;
  readonly who: string;
  readonly demo: string;
  readonly cancel: string;
  readonly account: string;
  readonly sessions: string;
  readonly thisBrowser: string;
  readonly unknownBrowser: string;
  /** Before "2 hours ago". */
  readonly since: string;
  readonly signOutEverywhere: string;
  readonly ended: string;
  readonly noRole: string;
  readonly nobody: string;
  readonly back: string;
  readonly signOut: string;
  readonly signOutAsk: string;
  readonly stay: string;
  readonly signedOut: string;
  readonly failed: string;
  readonly failedWhy: string;
  readonly goOn: string;
  readonly notNow: string;
  readonly notNowWhy: string;
  readonly tryAgain: string;
  readonly roles: Readonly<Record<string, string>>;
}

const en: ProviderWords = {
  dir: "ltr",
  signIn: "Sign in",
  who: "Who would you like to be?",
  demo: "These are demo people. No password, no real parcels, no money.",
  cancel: "Cancel",
  account: "Your account",
  sessions: "Where you are signed in",
  thisBrowser: "This browser",
  unknownBrowser: "Unknown browser",
  since: "Signed in",
  signOutEverywhere: "Sign out everywhere",
  ended: "Signed out. Waybill follows at once.",
  noRole: "No role here",
  nobody: "Nobody is signed in here.",
  back: "Back to Waybill",
  signOut: "Sign out",
  signOutAsk: "Do you want to sign out?",
  stay: "Stay signed in",
  signedOut: "You are signed out.",
  failed: "Sign-in did not work",
  failedWhy: "Go back to Waybill and sign in again. Quote this code if it keeps happening:",
  goOn: "Continue",
  notNow: "Signing in is not possible right now",
  notNowWhy:
    "Waybill’s storage is full, or its database is starting. Nothing is wrong with your account. Try again in a few minutes.",
  tryAgain: "Try again",
  roles: {
    sender: "Sender",
    courier: "Courier",
    dispatcher: "Dispatcher",
    finance: "Finance",
    "org-admin": "Administrator",
    "waybill-operator": "Operator",
  },
};

const de: ProviderWords = {
  dir: "ltr",
  signIn: "Anmelden",
  who: "Wer möchten Sie sein?",
  demo: "Das sind Beispielpersonen. Kein Passwort, keine echten Pakete, kein Geld.",
  cancel: "Abbrechen",
  account: "Ihr Konto",
  sessions: "Wo Sie angemeldet sind",
  thisBrowser: "Dieser Browser",
  unknownBrowser: "Unbekannter Browser",
  since: "Angemeldet",
  signOutEverywhere: "Überall abmelden",
  ended: "Abgemeldet. Waybill folgt sofort.",
  noRole: "Keine Rolle hier",
  nobody: "Hier ist niemand angemeldet.",
  back: "Zurück zu Waybill",
  signOut: "Abmelden",
  signOutAsk: "Möchten Sie sich abmelden?",
  stay: "Angemeldet bleiben",
  signedOut: "Sie sind abgemeldet.",
  failed: "Die Anmeldung hat nicht geklappt",
  failedWhy:
    "Gehen Sie zurück zu Waybill und melden Sie sich erneut an. Nennen Sie diesen Code, falls es wieder geschieht:",
  goOn: "Weiter",
  notNow: "Anmelden geht gerade nicht",
  notNowWhy:
    "Der Speicher von Waybill ist voll, oder seine Datenbank startet gerade. Mit Ihrem Konto ist alles in Ordnung. Versuchen Sie es in ein paar Minuten erneut.",
  tryAgain: "Erneut versuchen",
  roles: {
    sender: "Absender",
    courier: "Kurier",
    dispatcher: "Disposition",
    finance: "Buchhaltung",
    "org-admin": "Verwaltung",
    "waybill-operator": "Betreiber",
  },
};

const fr: ProviderWords = {
  dir: "ltr",
  signIn: "Se connecter",
  who: "Qui souhaitez-vous être ?",
  demo: "Ce sont des personnes de démonstration. Pas de mot de passe, pas de vrais colis, pas d’argent.",
  cancel: "Annuler",
  account: "Votre compte",
  sessions: "Où vous êtes connecté",
  thisBrowser: "Ce navigateur",
  unknownBrowser: "Navigateur inconnu",
  since: "Connexion",
  signOutEverywhere: "Se déconnecter partout",
  ended: "Session fermée. Waybill suit aussitôt.",
  noRole: "Aucun rôle ici",
  nobody: "Personne n’est connecté ici.",
  back: "Retour à Waybill",
  signOut: "Se déconnecter",
  signOutAsk: "Voulez-vous vous déconnecter ?",
  stay: "Rester connecté",
  signedOut: "Vous êtes déconnecté.",
  failed: "La connexion n’a pas abouti",
  failedWhy: "Revenez à Waybill et reconnectez-vous. Indiquez ce code si cela se reproduit :",
  goOn: "Continuer",
  notNow: "La connexion est impossible pour le moment",
  notNowWhy:
    "L’espace de stockage de Waybill est plein ou sa base de données démarre. Votre compte n’est pas en cause. Réessayez dans quelques minutes.",
  tryAgain: "Réessayer",
  roles: {
    sender: "Expéditeur",
    courier: "Coursier",
    dispatcher: "Régulation",
    finance: "Comptabilité",
    "org-admin": "Administration",
    "waybill-operator": "Exploitation",
  },
};

const es: ProviderWords = {
  dir: "ltr",
  signIn: "Iniciar sesión",
  who: "¿Quién quiere ser?",
  demo: "Son personas de demostración. Sin contraseña, sin paquetes reales, sin dinero.",
  cancel: "Cancelar",
  account: "Su cuenta",
  sessions: "Dónde tiene la sesión iniciada",
  thisBrowser: "Este navegador",
  unknownBrowser: "Navegador desconocido",
  since: "Sesión iniciada",
  signOutEverywhere: "Cerrar sesión en todas partes",
  ended: "Sesión cerrada. Waybill la cierra enseguida.",
  noRole: "Sin función aquí",
  nobody: "Aquí nadie ha iniciado sesión.",
  back: "Volver a Waybill",
  signOut: "Cerrar sesión",
  signOutAsk: "¿Quiere cerrar la sesión?",
  stay: "Seguir conectado",
  signedOut: "Ha cerrado la sesión.",
  failed: "No se pudo iniciar la sesión",
  failedWhy: "Vuelva a Waybill e inicie sesión de nuevo. Indique este código si vuelve a ocurrir:",
  goOn: "Continuar",
  notNow: "Ahora no es posible iniciar sesión",
  notNowWhy:
    "El almacenamiento de Waybill está lleno o su base de datos está arrancando. Su cuenta está bien. Inténtelo de nuevo en unos minutos.",
  tryAgain: "Intentar de nuevo",
  roles: {
    sender: "Remitente",
    courier: "Repartidor",
    dispatcher: "Coordinación",
    finance: "Contabilidad",
    "org-admin": "Administración",
    "waybill-operator": "Operación",
  },
};

const ar: ProviderWords = {
  dir: "rtl",
  signIn: "تسجيل الدخول",
  who: "من تودّ أن تكون؟",
  demo: "هؤلاء أشخاص للعرض فقط. لا كلمة مرور، ولا طرود حقيقية، ولا أموال.",
  cancel: "إلغاء",
  account: "حسابك",
  sessions: "أين سجّلت الدخول",
  thisBrowser: "هذا المتصفح",
  unknownBrowser: "متصفح غير معروف",
  since: "تسجيل الدخول",
  signOutEverywhere: "تسجيل الخروج من كل الأجهزة",
  ended: "تم تسجيل الخروج، ويتبعه Waybill فورًا.",
  noRole: "لا دور له هنا",
  nobody: "لم يسجّل أحد الدخول هنا.",
  back: "العودة إلى Waybill",
  signOut: "تسجيل الخروج",
  signOutAsk: "هل تريد تسجيل الخروج؟",
  stay: "البقاء مسجّلاً",
  signedOut: "تم تسجيل خروجك.",
  failed: "تعذّر تسجيل الدخول",
  failedWhy: "عد إلى Waybill وسجّل الدخول من جديد. اذكر هذا الرمز إذا تكرر الأمر:",
  goOn: "متابعة",
  notNow: "تسجيل الدخول غير ممكن الآن",
  notNowWhy:
    "مساحة التخزين في Waybill ممتلئة، أو أن قاعدة بياناته قيد التشغيل. حسابك سليم. حاول مرة أخرى بعد بضع دقائق.",
  tryAgain: "حاول مرة أخرى",
  roles: {
    sender: "مُرسِل",
    courier: "مندوب",
    dispatcher: "منسّق",
    finance: "المالية",
    "org-admin": "مشرف",
    "waybill-operator": "مشغّل النظام",
  },
};

const ALL: Readonly<Record<WordLocale, ProviderWords>> = { en, de, fr, es, ar };

/** Which languages the pages may speak. */
interface Offer {
  /** On offer at this Waybill, the first for people who ask for none of them; all of them where nothing is said. */
  readonly locales?: readonly Locale[];
}

export const providerLanguages = ({ locales = LOCALES }: Offer): string[] => [
  ...new Set(locales.map(wordLocale)),
];

/**
 * Words in the first language of the list that is on offer.
 *
 * @param wishes `ui_locales` (spaces) or `Accept-Language` (commas, weights in order as browsers send them)
 */
export function wordsFor(
  { locales }: Offer,
  ...wishes: (string | undefined)[]
): { language: WordLocale; words: ProviderWords } {
  const tags = wishes.flatMap((wish) => (wish ?? "").split(/[\s,]+/)).map((tag) => tag.split(";")[0]);
  const language = wordLocale(chooseLocale(tags, locales));
  return { language, words: ALL[language] };
}
