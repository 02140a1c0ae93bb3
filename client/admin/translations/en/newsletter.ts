export const newsletter = {
  title: 'E-mails to subscribers',
  postalAddress: 'Postal address',
  postalAddressHelp: 'At the foot of each e-mail to subscribers. Many countries require it.',
  imprintUrl: 'Imprint',
  imprintUrlHelp:
    'The address of a page about who is responsible for the blog, such as /imprint. E-mails to subscribers link to it.',
  noImprint: 'Enter a web address, or a path such as /imprint.',
  countClicks: 'Count clicks',
  countClicksHelp:
    'Links in e-mails to subscribers then lead through your blog, which counts how often each address is opened. It does not record who opens it. Programs that check links are counted too.',
  show: 'Show the e-mail',
  preview: 'Preview of the e-mail',
  part: 'Part',
  html: 'HTML',
  text: 'Text',
  tooLong: 'The e-mail is {size} kB long. Gmail shows the first 102 kB and a link to the rest.',
  clicks: 'Clicks',
  clicksHelp: 'How often the addresses in the e-mails were opened, by readers and by programs that check links.',
  address: 'Address',
};
