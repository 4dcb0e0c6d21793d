import { type Look, testScreens } from './accessible-screens.ts'

/**
 * axe finds no problems on any screen, in the dark theme, right to left and on phones; nothing needs to be scrolled
 * sideways. The light theme is in e2e/gate/accessibility.e2e.ts.
 */

const LOOKS: readonly Look[] = [
  { name: 'dark', language: 'en', options: { colorScheme: 'dark' } },
  { name: 'Arabic', language: 'ar', options: { colorScheme: 'light', locale: 'ar' } },
  { name: '390 pixels', language: 'en', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  { name: '320 pixels', language: 'en', options: { viewport: { width: 320, height: 640 }, hasTouch: true } },
]

testScreens(LOOKS)
