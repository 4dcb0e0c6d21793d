import type { ScreenRect } from './strings-on-screen.ts'

const GAP = 8

/** Places a dialog below the edited string, or above if there is more space, within the viewport. */
export function moveNextTo(dialog: HTMLElement, rect: ScreenRect | null): void {
  const { width, height } = dialog.getBoundingClientRect()
  const x = rect === null ? (innerWidth - width) / 2 : rect.x
  const below = rect === null ? (innerHeight - height) / 2 : rect.y + rect.height + GAP
  const above = rect === null ? below : rect.y - height - GAP
  const y = below + height + GAP > innerHeight && above >= GAP ? above : below
  dialog.style.left = `${within(x, width, innerWidth)}px`
  dialog.style.top = `${within(y, height, innerHeight)}px`
}

/** Moves a dialog up if it has become too long for its place. */
export function keepInside(dialog: HTMLElement): void {
  const { y, height } = dialog.getBoundingClientRect()
  dialog.style.top = `${within(y, height, innerHeight)}px`
}

function within(wanted: number, size: number, room: number): number {
  return Math.max(GAP, Math.min(wanted, room - size - GAP))
}
