import { Page } from '../ui/Page.tsx'

export function SignInRoute() {
  return <Page title="SignIn">{null}</Page>
}
