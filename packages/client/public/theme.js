// Runs before the first paint, so that a chosen theme never flashes the other one, and the page has its shape.
try {
  const theme = localStorage.getItem('dragoman-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage is switched off: the system's theme it is
}
if (/^\/(?:sign-in|setup|reset|confirm|invite|unsubscribe)(?:\/|$)/.test(location.pathname))
  document.documentElement.dataset.page = 'form'
