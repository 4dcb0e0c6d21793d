import { focusScreen } from './focus-screen.ts'
import { useFocusAfterClosing } from './use-focus-after-closing.ts'

/**
 * Moves a focus that was lost because a list and its detail have replaced each other: to the heading of the detail, or
 * back to the list.
 */
export function useFocusAfterReplacing(isDetailShown: boolean, focusList: () => void): void {
  useFocusAfterClosing(isDetailShown, focusList)
  useFocusAfterClosing(!isDetailShown, focusScreen)
}
