import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { configure, waitFor, within } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { createRoot } from 'react-dom/client'
import { afterEach, expect } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { followFocus } from '../src/app/follow-focus.ts'
import { InterfaceLocale } from '../src/app/InterfaceLocale.tsx'
import { appRouter } from '../src/app/router.tsx'
import { i18n } from '../src/i18n/i18n.ts'
import { toasts } from '../src/lib/notices/toast.ts'
import { createSaving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { queryClient } from '../src/lib/server/query-client.ts'
import { startShortcuts } from '../src/lib/shortcuts/shortcuts.ts'
import { speakEnglish } from './english.ts'
import { HttpEventSource } from './event-source.ts'

Reflect.set(globalThis, 'EventSource', HttpEventSource)
configure({ asyncUtilTimeout: WAIT_DEADLINE_MS })
reportSelectionLater()
renderRows()
const screens = new Set<OpenScreen>()
afterEach(() => {
  for (const screen of screens) screen.close()
  localStorage.clear()
})

export type OpenScreen = {
  /** Keyboard and pointer. */
  readonly user: UserEvent
  /** Clicks an element as soon as there is an enabled one with the role and the whole name, or a part of it. */
  readonly click: (role: string, name: string | RegExp, place?: HTMLElement) => Promise<void>
  /** Returns path, search and hash, as in the address bar. */
  readonly url: () => string
  /** Navigates as a link does. */
  readonly go: (path: string) => Promise<void>
  /** Leaves the page before the end of the test. Throws if an error was thrown while rendering it. */
  readonly close: () => void
}

/**
 * Opens the product at a path, like a browser that has just loaded the page: with its router, shortcuts and
 * saving, an empty cache, and the server that `openRealServer` has started. The interface is in English. The
 * page is left at the end of the test.
 */
export async function openScreen(path: string): Promise<OpenScreen> {
  await speakEnglish()
  document.documentElement.lang = 'en'
  const place = document.createElement('div')
  document.body.append(place)
  window.history.replaceState(null, '', path)
  const saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  const router = appRouter({ saving })
  const stops = [startShortcuts(), followFocus(router)]
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const page = createRoot(place, { onCaughtError: onError, onUncaughtError: onError })
  await router.load()
  page.render(
    <QueryClientProvider client={queryClient}>
      <InterfaceLocale i18n={i18n}>
        <SavingContext value={saving}>
          <RouterProvider router={router} />
        </SavingContext>
      </InterfaceLocale>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const opened: OpenScreen = {
    user,
    click: async (role, name, area = document.body) =>
      user.click(await untilEnabled(await within(area).findByRole(role, { name }))),
    url: () => router.state.location.href,
    go: (next) => router.navigate({ href: next }),
    close: () => {
      if (!screens.delete(opened)) return
      page.unmount()
      place.remove()
      for (const stop of stops) stop()
      toasts.clear()
      queryClient.clear()
      if (errors.length > 0) throw new AggregateError(errors, 'The page threw an error.')
    },
  }
  screens.add(opened)
  return opened
}

/** Expects that axe finds no problems. Contrast, which needs a real browser, is checked by the stories. */
export async function expectAccessible(): Promise<void> {
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  // Behind a dialog the page is hidden on purpose, including its main part and heading.
  const isDialog = document.querySelector('[role=dialog], [role=alertdialog]') !== null
  const off = ['color-contrast', ...(isDialog ? ['landmark-one-main', 'page-has-heading-one'] : [])]
  // happy-dom does not hide elements with the attribute.
  const { violations } = await axe.run(
    { exclude: ['[hidden]'] },
    {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    },
  )
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
}

/** Gives all elements a height, which happy-dom does not, so that long lists and grids render their rows. */
function renderRows(): void {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 1000 })
}

/**
 * happy-dom reports a selection in the middle of the change, when the editor refuses to read it, and even if
 * nothing has changed. Browsers report it afterwards, and only changes.
 */
function reportSelectionLater(): void {
  const dispatch = document.dispatchEvent.bind(document)
  const places = () => {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {}
    return [anchorNode, anchorOffset, focusNode, focusOffset]
  }
  let reported = places()
  let isPending = false
  document.dispatchEvent = (event) => {
    if (event.type !== 'selectionchange') return dispatch(event)
    if (isPending) return true
    isPending = true
    setTimeout(() => {
      isPending = false
      const now = places()
      if (now.every((one, at) => one === reported[at])) return
      reported = now
      dispatch(event)
    })
    return true
  }
}

/** Returns the field of a translated text as soon as it has the focus. */
export function focusedField(): Promise<HTMLElement> {
  return waitFor(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLElement) || field.getAttribute('contenteditable') !== 'true')
      throw new Error('No field of a text has the focus.')
    return field
  })
}

/** Selects an option of the list that the button with the label opens. */
export async function selectOption(
  { user }: OpenScreen,
  label: string,
  option: string,
  place: HTMLElement = document.body,
): Promise<void> {
  const isLabel = (name: string) => name.includes(label)
  await user.click(await untilEnabled(await within(place).findByRole('button', { name: isLabel })))
  const list = await within(document.body).findByRole('listbox')
  await user.click(await within(list).findByText(option))
  await waitFor(() => expect(list.isConnected).toBe(false))
}

/** Replaces the text of the field with the whole label by a text that is pasted. */
export async function fillField(
  { user }: OpenScreen,
  label: string,
  text: string,
  place: HTMLElement = document.body,
): Promise<void> {
  const field = await within(place).findByRole('textbox', { name: label })
  await user.clear(field)
  await user.paste(text)
}

/** Resolves with the element when it is neither disabled nor busy with an earlier press. */
export async function untilEnabled(element: HTMLElement): Promise<HTMLElement> {
  await waitFor(() => expect(element.matches('[disabled], [aria-busy=true]')).toBe(false))
  return element
}

/** Resolves when the text is part of the first element that matches the selector. */
export async function untilShown(selector: string, text: string): Promise<void> {
  await waitFor(() => expect(document.querySelector(selector)?.textContent).toContain(text))
}
