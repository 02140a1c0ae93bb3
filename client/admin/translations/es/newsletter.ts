export const newsletter = {
  title: 'Correos a los suscriptores',
  postalAddress: 'Dirección postal',
  postalAddressHelp: 'Al pie de cada correo a los suscriptores. Muchos países la exigen.',
  imprintUrl: 'Aviso legal',
  imprintUrlHelp:
    'La dirección de la página que indica quién es responsable del blog, por ejemplo /imprint. Los correos a los suscriptores la enlazan.',
  noImprint: 'Escribe una dirección web o una ruta como /imprint.',
  countClicks: 'Contar los clics',
  countClicksHelp:
    'Los enlaces de los correos a los suscriptores pasan entonces por tu blog, que cuenta cuántas veces se abre cada dirección. No registra quién la abre. Los programas que comprueban enlaces también cuentan.',
  show: 'Ver el correo',
  preview: 'Vista previa del correo',
  part: 'Parte',
  html: 'HTML',
  text: 'Texto',
  tooLong: 'El correo ocupa {size} kB. Gmail muestra los primeros 102 kB y un enlace al resto.',
  clicks: 'Clics',
  clicksHelp:
    'Cuántas veces se abrieron las direcciones de los correos, por lectores y por programas que comprueban enlaces.',
  address: 'Dirección',
};
