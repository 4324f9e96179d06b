/** Door of choices for `main`. */
export { aboutOf, openChoices } from "./about.ts";
export { choicesMade, forgetChoices } from "./forget-choices.ts";
export { keepPin, readChoices } from "./choose.ts";
export { choiceForms } from "./forms.ts";
export { choicesRoom } from "./room.ts";
