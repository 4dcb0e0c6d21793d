import { askToEdit, type ProjectAddress } from './ask-to-edit.ts'
import { type EditedString, openApi, type Project, projectLanguage, Refused } from './dragoman-api.ts'
import { element, openContainer } from './elements.ts'
import type { FoundString, MarkableI18n } from './mark-texts.ts'
import { screenshotForm } from './screenshot-form.ts'
import { showSaved } from './show-saved.ts'
import { STYLE } from './small-editor-style.ts'
import { reasonOf, stringForm } from './string-form.ts'
import type { ScreenRect } from './strings-on-screen.ts'
import { directionOf, type OwnWords } from './words.ts'

/** The tokens of this page. In memory only. */
const allowed = new Map<string, { readonly secret: string; readonly canSendScreenshots: boolean }>()

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
  const addressName = `${address.server} ${address.project}`
  const api = openApi(address, () => allowed.get(addressName)?.secret ?? '', own)
  let chosen = strings[0]
  /** Counts opened strings, so that responses for an earlier one are ignored. */
  let opened = 0

  // A key stays left to right in a right-to-left page.
  const keyLine = element('bdi', { dir: 'ltr' })
  const signIn = element('div')
  const body = element('div')
  const link = element('a', { target: '_blank', rel: 'noopener' }, words.openInDragoman)
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', lang: own, dir: directionOf(own) },
    element(
      'div',
      { class: 'head' },
      element('h1', { id: 'title' }, words.title),
      element('button', { type: 'button', onclick: () => dialog.close() }, words.close),
    ),
    strings.length > 1 ? chooser() : null,
    element('p', { class: 'key' }, keyLine),
    signIn,
    body,
    element('p', {}, link),
  )
  let isAway = false
  // Shared by all strings of the dialog.
  const screenshots = screenshotForm({
    words,
    api,
    canSendScreenshots: () => allowed.get(addressName)?.canSendScreenshots !== false,
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

  function chooser(): HTMLElement {
    const select = element(
      'select',
      { id: 'string' },
      ...strings.map(({ namespace, key }) => element('option', {}, `${namespace}: ${key}`)),
    )
    select.addEventListener('change', () => {
      chosen = strings[select.selectedIndex]
      void open()
    })
    return element('div', {}, element('label', { for: 'string' }, words.string), select)
  }

  async function open(): Promise<void> {
    const found = chosen
    if (found === undefined) return
    const mine = ++opened
    keyLine.textContent = `${found.namespace}: ${found.key}`
    link.href = `${address.server}/p/${address.project}/translate/${found.language}?${new URLSearchParams({ q: `key:"${found.key}"` })}`
    signIn.replaceChildren()
    if (!allowed.has(addressName)) {
      body.replaceChildren()
      askToSignIn(words.signInNeeded, () => void open())
      return
    }
    body.replaceChildren(element('p', { role: 'status' }, words.loading))
    try {
      const project = await api.project()
      const language =
        projectLanguage(project, found.askedLanguage) ?? projectLanguage(project, found.language)
      const string = language === null ? null : await api.find(found.namespace, found.key, language)
      if (mine !== opened || closed.signal.aborted) return
      if (string === null || language === null)
        body.replaceChildren(
          element(
            'p',
            { class: 'note', role: 'status' },
            language === null ? words.noLanguage : words.notFound,
          ),
        )
      else show(string, project, language)
    } catch (error) {
      if (mine !== opened || closed.signal.aborted) return
      const code = error instanceof Refused ? error.code : String(error)
      body.replaceChildren()
      if (code === 'invalid-token') {
        allowed.delete(addressName)
        askToSignIn(words.signInNeeded, () => void open())
      } else
        body.append(
          element(
            'p',
            { class: 'note', role: 'status' },
            code === 'unreachable'
              ? words.unreachable
              : code === 'not-allowed'
                ? words.notAllowedToRead
                : reasonOf(code, words),
          ),
        )
    }
    moveNextTo(dialog, rect)
  }

  function show(string: EditedString, project: Project, language: string): void {
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
    const shown = [...body.querySelectorAll('textarea')]
    const box = shown.find(({ id }) => id === `form-${chosen?.form}`) ?? shown[0]
    box?.focus()
  }

  function signOut(): void {
    allowed.delete(addressName)
    // Typed text is kept.
    askToSignIn(words.signInEnded, () => signIn.replaceChildren())
  }

  function askToSignIn(why: string, then: () => void): void {
    const status = element('p', { role: 'status' }, why)
    const button = element('button', { type: 'button', class: 'primary' }, words.signIn)
    button.addEventListener('click', async () => {
      status.textContent = words.signInWaits
      const answer = await askToEdit(address, closed.signal)
      if (closed.signal.aborted) return
      if ('secret' in answer) {
        allowed.set(addressName, answer)
        then()
      } else status.textContent = answer.problem === 'blocked' ? words.signInBlocked : words.signInClosed
    })
    signIn.replaceChildren(status, element('div', { class: 'buttons' }, button))
    button.focus()
  }
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
