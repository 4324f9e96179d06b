/** Door of choices for `main`. */
export { openChoices } from "./about.ts";
export { choicesMade, forgetChoices } from "./forget-choices.ts";
export { readChoices } from "./choose.ts";
export { choiceForms } from "./forms.ts";
export { choicesRoom } from "./room.ts";
