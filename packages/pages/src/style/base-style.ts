/** Type, links and focus: what every page has, for the narrowest screen first. */
export const baseStyle = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{
  margin:0 auto;padding:0 1rem 4rem;max-width:46rem;background:var(--paper);color:var(--ink);
  font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",sans-serif;
  overflow-wrap:anywhere
}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,blockquote,fieldset{margin:0;padding:0}
ul,ol{list-style:none}
h1,h2,h3,h4{line-height:1.25;text-wrap:balance}
p,dd,li{text-wrap:pretty}
h1,h2{
  font-family:Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,"Noto Serif",serif;
  font-weight:600
}
h1{font-size:clamp(1.75rem,1.4rem + 1.8vw,2.5rem);letter-spacing:-.015em}
h2{font-size:1.5rem;letter-spacing:-.005em}
h3{font-size:1.125rem;font-weight:650}
h4{font-size:1rem;font-weight:600}
code,kbd,pre,samp{
  font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
  font-size:.875em
}
pre{margin:0;white-space:pre-wrap}
a{color:var(--accent);text-decoration-thickness:.06em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
[data-live]{overflow-anchor:none}
.unseen{
  position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);
  white-space:nowrap
}
.skip{
  position:absolute;left:1rem;top:-8rem;padding:.6rem 1rem;background:var(--card);
  border:1px solid var(--edge);border-radius:6px;z-index:2
}
.skip:focus{top:.5rem}
.muted{color:var(--muted)}
.small{font-size:.875rem}
.prose{white-space:pre-line}
.lead{margin-top:.75rem;font-size:1.125rem;line-height:1.5;white-space:pre-line}
.empty{padding:1rem 1.125rem;border:1px dashed var(--edge);border-radius:10px;color:var(--muted)}
.notice{padding:.75rem 1rem;border-radius:10px;background:var(--calmSoft)}
.notice.warn{background:var(--warnSoft);color:var(--warn)}
.notice.bad{background:var(--badSoft);color:var(--bad)}
.notice a{color:inherit}
`
