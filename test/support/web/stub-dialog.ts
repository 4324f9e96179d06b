/** happy-dom's dialog does not open as a modal, and tells of its closing in the midst of a drawing; a browser tells it later. */
export function stubDialog(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
