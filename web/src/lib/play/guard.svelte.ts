// A guard against double taps: for a moment after the question has changed, nothing can be pressed.
const MOMENT = 400;

export class Guard {
  /** Nothing can be pressed now. */
  shut = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  close(): void {
    clearTimeout(this.timer);
    this.shut = true;
    this.timer = setTimeout(() => (this.shut = false), MOMENT);
  }

  end(): void {
    clearTimeout(this.timer);
    this.shut = false;
  }
}
