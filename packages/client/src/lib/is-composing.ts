/** The code of every key that an input method handles. */
const HANDLED_BY_INPUT_METHOD = 229

/**
 * Whether a key press belongs to an input method, as of Japanese or Chinese: Enter then confirms a candidate, and
 * Escape cancels it. Safari ends the composition before the press that confirms, so that `isComposing` is false: only
 * the code tells, although it is deprecated. Dead keys have it too, and are pressed for shortcuts with Alt on a Mac.
 */
export function isComposing({
  isComposing: isUnderWay,
  keyCode,
  key,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key'>): boolean {
  return isUnderWay || (keyCode === HANDLED_BY_INPUT_METHOD && key !== 'Dead')
}
