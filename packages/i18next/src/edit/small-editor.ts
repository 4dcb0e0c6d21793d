import type { ProjectAddress } from './ask-to-edit.ts'
import {
  type DragomanApi,
  type EditedString,
  openApi,
  type Project,
  projectLanguage,
  Refused,
} from './dragoman-api.ts'
import { element, openContainer } from './elements.ts'
import type { FoundString, MarkableI18n } from './mark-texts.ts'
import { screenshotForm } from './screenshot-form.ts'
import { showSaved } from './show-saved.ts'
import { openSignIn } from './sign-in.ts'
import { STYLE } from './small-editor-style.ts'
import { reasonOf, stringForm } from './string-form.ts'
import type { ScreenRect } from './strings-on-screen.ts'
import { directionOf, type OwnWords, type Words } from './words.ts'

export type SmallEditorProps = {
  readonly i18n: MarkableI18n
  readonly own: OwnWords
  readonly address: ProjectAddress
  /** The strings to choose from; the first one is opened. */
  readonly strings: readonly FoundString[]
  /** The area next to which it opens; null: in the middle. */
  readonly rect: ScreenRect | null
  readonly onClosed: () => void
}

/** Opens a dialog over the running app in which a string is edited. Returns a function that closes it. */
export function openSmallEditor(props: SmallEditorProps): () => void {
  const { i18n, address, strings, rect, onClosed } = props
  const { language: own, words } = props.own
  const { host, root } = openContainer(STYLE)
  const closed = new AbortController()
  const signIn = openSignIn(address, words, closed.signal)
  const api = openApi(address, signIn.token, own)
  let chosen = strings[0]
  /** Counts opened strings, so that responses for an earlier one are ignored. */
  let opened = 0

  // A key stays left to right in a right-to-left page.
  const keyLine = element('bdi', { dir: 'ltr' })
  const body = element('div')
  const link = element('a', { target: '_blank', rel: 'noopener' }, words.openInDragoman)
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', lang: own, dir: directionOf(own) },
    head(words, () => dialog.close()),
    strings.length > 1
      ? chooser(strings, words.string, (next) => {
          chosen = next
          void open()
        })
      : null,
    element('p', { class: 'key' }, keyLine),
    signIn.element,
    body,
    element('p', {}, link),
  )
  let isAway = false
  // Shared by all strings of the dialog.
  const screenshots = screenshotForm({
    words,
    api,
    canSendScreenshots: signIn.canSendScreenshots,
    setShown(isShown) {
      isAway = !isShown
      if (isAway) dialog.close()
      else if (!closed.signal.aborted) dialog.showModal()
    },
    onSignedOut: signOut,
  })
  // Comments and other people's texts make it longer.
  const sizes = new ResizeObserver(() => keepInside(dialog))
  const end = () => {
    sizes.disconnect()
    closed.abort()
    host.remove()
    onClosed()
  }
  dialog.addEventListener('close', () => {
    // Not while it is hidden for a screenshot.
    if (!isAway && !dialog.open) end()
  })
  root.append(dialog)
  dialog.showModal()
  void open()
  moveNextTo(dialog, rect)
  sizes.observe(dialog)
  return () => (isAway ? end() : dialog.close())

  async function open(): Promise<void> {
    const found = chosen
    if (found === undefined) return
    const mine = ++opened
    keyLine.textContent = `${found.namespace}: ${found.key}`
    link.href = `${address.server}/p/${address.project}/translate/${found.language}?${new URLSearchParams({ q: `key:"${found.key}"` })}`
    signIn.clear()
    if (!signIn.isSignedIn()) return askToSignIn()
    body.replaceChildren(element('p', { role: 'status' }, words.loading))
    const loaded = await loadString(api, found, words)
    if (mine !== opened || closed.signal.aborted) return
    if (loaded === 'signed-out') askToSignIn()
    else if ('problem' in loaded)
      body.replaceChildren(element('p', { class: 'note', role: 'status' }, loaded.problem))
    else show(loaded)
    moveNextTo(dialog, rect)
  }

  function askToSignIn(): void {
    body.replaceChildren()
    signIn.ask(words.signInNeeded, () => void open())
  }

  function show({ string, project, language }: LoadedString): void {
    link.href = `${address.server}/p/${address.project}/translate/${language}?key=${string.key.id}`
    body.replaceChildren(
      stringForm({
        words,
        address,
        api,
        string,
        language,
        sourceLanguage: language === project.sourceLanguage ? null : project.sourceLanguage,
        onSaved: (forms) => showSaved(i18n, string, language, forms),
        onSignedOut: signOut,
      }),
      screenshots,
    )
    focusField(body, chosen?.form)
  }

  function signOut(): void {
    // Typed text is kept.
    signIn.ask(words.signInEnded, signIn.clear)
  }
}

function head(words: Words, onclick: () => void): HTMLElement {
  return element(
    'div',
    { class: 'head' },
    element('h1', { id: 'title' }, words.title),
    element('button', { type: 'button', onclick }, words.close),
  )
}

function chooser(
  strings: readonly FoundString[],
  label: string,
  onChoose: (string: FoundString | undefined) => void,
): HTMLElement {
  const select = element(
    'select',
    { id: 'string' },
    ...strings.map(({ namespace, key }) => element('option', {}, `${namespace}: ${key}`)),
  )
  select.addEventListener('change', () => onChoose(strings[select.selectedIndex]))
  return element('div', {}, element('label', { for: 'string' }, label), select)
}

type LoadedString = {
  readonly string: EditedString
  readonly project: Project
  readonly language: string
}

/** Reads a string that was found in the page. A problem is a sentence to show. */
async function loadString(
  api: DragomanApi,
  found: FoundString,
  words: Words,
): Promise<LoadedString | { readonly problem: string } | 'signed-out'> {
  try {
    const project = await api.project()
    const language = projectLanguage(project, found.askedLanguage) ?? projectLanguage(project, found.language)
    if (language === null) return { problem: words.noLanguage }
    const string = await api.find(found.namespace, found.key, language)
    return string === null ? { problem: words.notFound } : { string, project, language }
  } catch (error) {
    const code = error instanceof Refused ? error.code : String(error)
    if (code === 'invalid-token') return 'signed-out'
    if (code === 'unreachable') return { problem: words.unreachable }
    return { problem: code === 'not-allowed' ? words.notAllowedToRead : reasonOf(code, words) }
  }
}

/** Focuses the field of a plural form; the first one, if there is none. */
function focusField(body: HTMLElement, form: string | undefined): void {
  const fields = [...body.querySelectorAll('textarea')]
  const field = fields.find(({ id }) => id === `form-${form}`) ?? fields[0]
  field?.focus()
}

const GAP = 8

/** Places the dialog below the edited string, or above if there is more space, within the viewport. */
function moveNextTo(dialog: HTMLElement, rect: ScreenRect | null): void {
  const { width, height } = dialog.getBoundingClientRect()
  const x = rect === null ? (innerWidth - width) / 2 : rect.x
  const below = rect === null ? (innerHeight - height) / 2 : rect.y + rect.height + GAP
  const above = rect === null ? below : rect.y - height - GAP
  const y = below + height + GAP > innerHeight && above >= GAP ? above : below
  dialog.style.left = `${within(x, width, innerWidth)}px`
  dialog.style.top = `${within(y, height, innerHeight)}px`
}

function keepInside(dialog: HTMLElement): void {
  const { y, height } = dialog.getBoundingClientRect()
  dialog.style.top = `${within(y, height, innerHeight)}px`
}

function within(wanted: number, size: number, room: number): number {
  return Math.max(GAP, Math.min(wanted, room - size - GAP))
}
