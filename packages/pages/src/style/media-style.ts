/** What paper, strong contrast and reduced motion change; it comes after everything else. */
export const mediaStyle = `
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media (forced-colors:active){
  .badge,.notice,.meter,.card{border:1px solid CanvasText}
  .meter rect,.meter .good,.meter .busy,.meter .warn,.meter .bad,.meter .fresh{fill:Highlight}
  .meter{forced-color-adjust:auto}
}
@media print{
  @page{margin:16mm}
  html{font-size:10pt}
  body,body:has(>.sections){display:block;max-width:none;padding:0}
  .bar,.sections,.skip,form,.screen-only,summary::before{display:none}
  .card,.notice,.timeline>li,tr{break-inside:avoid}
  h2,h3,h4,summary{break-after:avoid}
  .part{margin-top:1.75rem}
  a{color:inherit}
  details::details-content{content-visibility:visible;display:block;height:auto}
}
`
