import type { Locator, Page } from 'playwright-core'
import { box, until } from './story.ts'

/** Navigation without a mouse. */

/**
 * Presses `g` and a letter, without waiting in between. Retries if the page saw too much time between the two,
 * on a busy machine.
 */
export async function goTo(page: Page, letter: string, isThere: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
    await isThere()
  })
}

/** Presses Tab until an element whose name is or contains the given one has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused: string[] = []
  for (let i = 0; i < 60; i++) {
    const text = await focusedName(page)
    if (text.includes(name)) return
    focused.push(text)
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never reached "${name}". It went over:\n${focused.join('\n')}`)
}

/** Opens a group of saves on the Activity screen by its sentence, and in it the save of this key. */
export async function openSave(
  page: Page,
  { group, key }: { readonly group: string; readonly key: string },
): Promise<void> {
  await page.getByText(group).first().waitFor()
  await tabTo(page, group)
  await page.keyboard.press('Enter')
  await page.getByText(key, { exact: true }).first().waitFor()
  await tabTo(page, key)
  await page.keyboard.press('Enter')
}

/**
 * Waits until something has the focus: if the focused element disappears, the focus moves to what is left
 * around it.
 */
export async function untilFocused(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.activeElement !== document.body && document.activeElement !== null,
  )
}

/**
 * Closes a dialog that was opened from a focused element, and waits until the focus is back there: that happens a
 * frame after the dialog is gone, and a key pressed before is lost.
 */
export async function closeWithEscape(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilFocused(page)
}

/** Waits until the first text field of the open string has the focus. */
export async function untilBoxHasFocus(page: Page): Promise<void> {
  await box(page).waitFor()
  await until(async () => {
    if (!(await box(page).evaluate((element) => element === document.activeElement)))
      throw new Error('The first box has no focus.')
  })
}

/** Presses Tab until the field at this index has the focus. */
export async function tabToBox(page: Page, place: number): Promise<void> {
  const target = page.locator('[data-string-boxes] [contenteditable=true]').nth(place)
  for (let i = 0; i < 20; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never reached box ${place}.`)
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement)
      return activeElement.labels?.[0]?.textContent ?? activeElement.ariaLabel ?? ''
    // The contents of a dialog or a page are not its name
    if (!activeElement?.matches('a, button, [role]:not([role=dialog], [role=region])')) return ''
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''
  })
}
