/**
 * Starts of a cell that a spreadsheet takes for a formula (https://owasp.org/www-community/attacks/CSV_Injection), also
 * behind whatever a reader with another list separator takes for the end of a cell. Marks that stand there already
 * belong to the text.
 */
const FORMULA = /(^|[;,\t\r\n])('*[" ]*[=+\-@＝＋－＠])/g;
const MARKED = /(^|[;,\t\r\n])'('*[" ]*[=+\-@＝＋－＠])/g;

/** A text with an apostrophe before each start of a formula in it; `bareCell` takes them off again. */
export const guardCell = (text: string): string => text.replaceAll(FORMULA, "$1'$2");

/** The text of a cell without the marks of `guardCell`. */
export const bareCell = (cell: string): string => cell.replaceAll(MARKED, "$1$2");
