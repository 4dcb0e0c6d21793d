/**
 * Moves the focus, in the next frame if a menu or dialog is open: it holds the focus until it has closed, which its action
 * does.
 */
export function afterOverlay(move: () => void): void {
  if (document.querySelector('[role=menu], [role=dialog]') === null) move()
  else requestAnimationFrame(move)
}
