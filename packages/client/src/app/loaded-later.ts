/** What every screen loads once it can be used, in one file. */
export { ToastRegion } from '../ui/ToastRegion.tsx'
export { FocusKeeper } from './FocusKeeper.tsx'
export { MissingLanguageNotice } from './MissingLanguageNotice.tsx'
export { AccountMenu } from './shell/AccountMenu.tsx'
export { InterfaceLanguageMenu } from './shell/InterfaceLanguageMenu.tsx'
