import { type DragomanApi, projectLanguage } from './dragoman-api.ts'
import { element } from './elements.ts'
import { sending } from './refusals.ts'
import { type Picture, takePicture } from './take-picture.ts'
import type { Words } from './words.ts'

export type ScreenshotFormProps = {
  readonly words: Words
  readonly api: DragomanApi
  /** Whether the person's role permits sending screenshots. */
  readonly canSendScreenshots: () => boolean
  /** Hides the small editor, or shows it again. */
  readonly setShown: (isShown: boolean) => void
  /** The token has expired. */
  readonly onSignedOut: () => void
}

/** Returns a button that takes a picture of the app, which is sent after the person has reviewed it. */
export function screenshotForm(props: ScreenshotFormProps): HTMLElement {
  const { words, canSendScreenshots, setShown } = props
  const status = element('p', { role: 'status' })
  const preview = element('div')
  const button = element('button', { type: 'button' }, words.takeScreenshot)
  button.addEventListener('click', async () => {
    preview.replaceChildren()
    status.textContent = ''
    if (!canSendScreenshots()) {
      status.textContent = words.notAllowed
      return
    }
    setShown(false)
    const taken = await takePicture().finally(() => setShown(true))
    button.focus()
    if ('picture' in taken) {
      if (taken.picture.strings.length === 0) status.textContent = words.shotEmpty
      else preview.replaceChildren(sendForm(taken.picture, props, status, () => preview.replaceChildren()))
    } else
      status.textContent = {
        'not-offered': words.shotNotOffered,
        'not-allowed': words.shotNotAllowed,
        'not-this-tab': words.shotOtherTab,
        failed: words.shotFailed,
      }[taken.problem]
    preview.querySelector('input')?.focus()
  })
  return element('div', {}, element('div', { class: 'buttons' }, button), status, preview)
}

const NAME_MAX = 200

/** Shows the picture with frames around its strings before it is sent. */
function sendForm(
  { blob, canvas, strings }: Picture,
  { words, api, onSignedOut }: ScreenshotFormProps,
  status: HTMLElement,
  close: () => void,
): HTMLElement {
  const { width, height } = canvas
  const share = (length: number, of: number) => `${(100 * length) / of}%`
  const frames = strings.map(({ rect }) => {
    const frame = element('i')
    Object.assign(frame.style, {
      left: share(rect.x, width),
      top: share(rect.y, height),
      width: share(rect.width, width),
      height: share(rect.height, height),
    })
    return frame
  })
  const name = element('input', { id: 'shot-name', required: true, maxlength: String(NAME_MAX), dir: 'auto' })
  name.value = (document.title.trim() || location.pathname).slice(0, NAME_MAX)
  const send = element('button', { type: 'submit', class: 'primary' }, words.shotSend)
  const onsubmit = sending({
    words,
    status,
    failed: words.shotNotSent,
    onSignedOut,
    async send() {
      if (name.value.trim() === '') return
      status.textContent = words.shotSending
      const project = await api.project()
      const asked = mostFrequent(strings.map(({ askedLanguage }) => askedLanguage))
      const reply = await api.shoot(blob, {
        name: name.value,
        language: projectLanguage(project, asked) ?? project.sourceLanguage,
        strings: strings.map(({ namespace, key, part, rect }) => ({ namespace, key, part, ...rect })),
      })
      status.textContent = reply.screenshot === null ? words.shotEmpty : words.shotSent
      if (reply.screenshot !== null) close()
    },
  })
  return element(
    'form',
    { onsubmit },
    element('p', { class: 'note' }, words.shotLook),
    element('div', { class: 'picture', dir: 'ltr' }, canvas, ...frames),
    element('label', { for: 'shot-name' }, words.shotName),
    name,
    element(
      'div',
      { class: 'buttons' },
      send,
      element('button', { type: 'button', onclick: close }, words.shotDiscard),
    ),
  )
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}
