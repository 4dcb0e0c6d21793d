/**
 * The default keys of all shortcuts, by id. `shortcut-keys.test.ts` compares them with the components that declare
 * them.
 */

/** Those that exist on several screens, or in front of all of them: other keys for one of them apply everywhere. */
export const SHARED_KEYS: ReadonlyMap<string, string> = new Map([
  ['shortcuts', '?'],
  ['palette', 'mod+k'],
  ['undo-last', 'u'],
  ['undo-last-2', 'mod+z'],
  ['save-next', 'mod+Enter'],
  ['list-next', 'j'],
  ['list-previous', 'k'],
  ['list-select', 'x'],
  ['list-extendNext', 'shift+ArrowDown'],
  ['list-extendPrevious', 'shift+ArrowUp'],
  ['conflict-theirs', '1'],
  ['conflict-mine', '2'],
  ['conflict-merged', '3'],
  // Of each screen in the rail; the second key is its letter.
  ['go', 'g'],
])

/** Those of a single screen, which `screenOf` returns. */
export const SCREEN_KEYS: ReadonlyMap<string, string> = new Map([
  ['search', '/'],
  ['list-enter', 'Enter'],
  ['leave', 'Escape'],
  ['save', 'mod+s'],
  ['approve', 'mod+shift+Enter'],
  ['copy-source', 'mod+shift+c'],
  ['insert', 'alt+i'],
  ['previous', 'alt+ArrowUp'],
  ['next', 'alt+ArrowDown'],
  ['review-approve', 'a'],
  ['review-edit', 'e'],
  ['review-reject', 'r'],
  ['review-vote', 'v'],
  ['review-comment', 'c'],
  ['review-find', '/'],
  ['review-clear', 'Escape'],
  ['inbox-open', 'Enter'],
  ['inbox-done', 'd'],
  ['inbox-reply', 'c'],
  ['inbox-later', 'h'],
  ['inbox-edit', 'e'],
  ['inbox-take', 'a'],
  ['tasks-open', 'Enter'],
  ['tasks-edit', 'e'],
  ['tasks-done', 'd'],
  ['members.find', '/'],
  ['members.clear', 'Escape'],
  ['keys-new', 'n'],
  ['keys-edit', 'Enter'],
  ['keys-select', 'Space'],
  ['keys-details', 'i'],
  ['keys-details-anywhere', 'mod+i'],
  ['keys-undo', 'mod+z'],
  ['keys-filter', '/'],
  ['cell-conflict-theirs', '1'],
  ['cell-conflict-mine', '2'],
  ['cell-conflict-merged', '3'],
])

/** Returns the screen of a shortcut in `SCREEN_KEYS`. */
export function screenOf(id: string): string {
  const [first = ''] = id.split(/[-.]/)
  if (first === 'cell') return 'keys'
  return ['review', 'inbox', 'tasks', 'members', 'keys'].includes(first) ? first : 'editor'
}
