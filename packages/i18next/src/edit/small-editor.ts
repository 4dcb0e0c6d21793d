import type { ProjectAddress } from './ask-to-edit.ts'
import { type DragomanApi, openApi, projectLanguage } from './dragoman-api.ts'
import { element, openContainer } from './elements.ts'
import type { FoundString, MarkableI18n } from './mark-texts.ts'
import { type Access, openAccess } from './open-access.ts'
import { keepInside, moveNextTo } from './place-dialog.ts'
import { codeOf, reasonOf } from './refusals.ts'
import { screenshotForm } from './screenshot-form.ts'
import { showSaved } from './show-saved.ts'
import { STYLE } from './small-editor-style.ts'
import { stringForm } from './string-form.ts'
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
  const { address, strings, rect, onClosed } = props
  const { language: own, words } = props.own
  const { host, root } = openContainer(STYLE)
  const closed = new AbortController()
  const access = openAccess(address, words, closed.signal)
  const api = openApi(address, () => access.given()?.secret ?? '', own)
  let isAway = false
  // Shared by all strings of the dialog.
  const screenshots = screenshotForm({
    words,
    api,
    canSendScreenshots: () => access.given()?.canSendScreenshots !== false,
    setShown(isShown) {
      isAway = !isShown
      if (isAway) dialog.close()
      else if (!closed.signal.aborted) dialog.showModal()
    },
    onSignedOut: () => signOut(access, words),
  })
  const view = openString(props, { api, access, screenshots, closed: closed.signal })
  const open = async (string: FoundString | undefined, keepsFocus?: boolean) => {
    if (!string) return
    await view.open(string, keepsFocus)
    moveNextTo(dialog, rect)
  }
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', lang: own, dir: directionOf(own) },
    element(
      'div',
      { class: 'head' },
      element('h1', { id: 'title' }, words.title),
      element('button', { type: 'button', onclick: () => dialog.close() }, words.close),
    ),
    strings.length > 1 ? chooser(strings, words, open) : null,
    ...view.elements,
  )
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
  void open(strings[0])
  moveNextTo(dialog, rect)
  sizes.observe(dialog)
  return () => (isAway ? end() : dialog.close())
}

function chooser(
  strings: readonly FoundString[],
  words: Words,
  onChoose: (string: FoundString | undefined, keepsFocus: boolean) => void,
): HTMLElement {
  const select = element(
    'select',
    { id: 'string', onchange: () => onChoose(strings[select.selectedIndex], true) },
    ...strings.map(({ namespace, key }) => element('option', {}, `${namespace}: ${key}`)),
  )
  return element('div', {}, element('label', { for: 'string' }, words.string), select)
}

/** The token has expired: the person signs in again, and typed text is kept. */
function signOut(access: Access, words: Words): void {
  access.forget()
  access.ask(words.signInEnded, () => access.line.replaceChildren())
}

type StringView = {
  readonly elements: readonly HTMLElement[]
  /**
   * Shows a string in place of the one before, or why it cannot be shown. Focuses its field, unless `keepsFocus`:
   * arrow keys choose one string after the other.
   */
  readonly open: (string: FoundString, keepsFocus?: boolean) => Promise<void>
}

type ViewParts = {
  readonly api: DragomanApi
  readonly access: Access
  readonly screenshots: HTMLElement
  readonly closed: AbortSignal
}

/** The part of the dialog that shows one string. */
function openString(
  { i18n, address, own: { words } }: SmallEditorProps,
  { api, access, screenshots, closed }: ViewParts,
): StringView {
  // A key stays left to right in a right-to-left page.
  const keyLine = element('bdi', { dir: 'ltr' })
  const body = element('div')
  const link = element('a', { target: '_blank', rel: 'noopener' }, words.openInDragoman)
  const say = (text: string) => body.replaceChildren(element('p', { class: 'note', role: 'status' }, text))
  const linkTo = (language: string, query: string) => {
    link.href = `${address.server}/p/${address.project}/translate/${language}?${query}`
  }
  /** Counts opened strings, so that responses for an earlier one are ignored. */
  let opened = 0

  async function open(found: FoundString, keepsFocus?: boolean): Promise<void> {
    const mine = ++opened
    keyLine.textContent = `${found.namespace}: ${found.key}`
    linkTo(found.language, String(new URLSearchParams({ q: `key:"${found.key}"` })))
    access.line.replaceChildren()
    const ask = () => {
      body.replaceChildren()
      access.ask(words.signInNeeded, () => void open(found), keepsFocus)
    }
    if (access.given() === undefined) return ask()
    body.replaceChildren(element('p', { role: 'status' }, words.loading))
    const isOver = () => mine !== opened || closed.aborted
    try {
      const project = await api.project()
      const language =
        projectLanguage(project, found.askedLanguage) ?? projectLanguage(project, found.language)
      const string = language === null ? null : await api.find(found.namespace, found.key, language)
      if (isOver()) return
      if (language === null) return say(words.noLanguage)
      if (string === null) return say(words.notFound)
      linkTo(language, `key=${string.key.id}`)
      const form = stringForm({
        words,
        address,
        api,
        string,
        language,
        sourceLanguage: language === project.sourceLanguage ? null : project.sourceLanguage,
        onSaved: (forms) => showSaved(i18n, string, language, forms),
        onSignedOut: () => signOut(access, words),
      })
      body.replaceChildren(form, screenshots)
      if (!keepsFocus) focusOn(form, found)
    } catch (error) {
      if (isOver()) return
      const code = codeOf(error)
      if (code === 'invalid-token') {
        access.forget()
        ask()
      } else say(reasonOf(code, words))
    }
  }
  return {
    elements: [element('p', { class: 'key' }, keyLine), access.line, body, element('p', {}, link)],
    open,
  }
}

/** Focuses the field of the form that the app shows, or the first one. */
function focusOn(form: HTMLElement, { form: shown }: FoundString): void {
  const boxes = [...form.querySelectorAll('textarea')]
  const box = boxes.find(({ id }) => id === `form-${shown}`) ?? boxes[0]
  box?.focus()
}
