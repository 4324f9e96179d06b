/** happy-dom's dialog does not open as a modal; the content is what tests look at. */
export function stubDialog(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}
