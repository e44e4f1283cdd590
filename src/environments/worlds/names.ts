/** First names of people in the worlds. */
export const FIRST_NAMES: readonly string[] =
  'Ada Amir Anika Bashir Beatriz Bruno Carmen Chidi Clara Daniel Dilnoza Elif Emeka Esther Farah Felix Gita Grace Hana Hugo Ines Ivan Jakub Jana Joaquin Kenji Kira Leila Liam Lucia Maja Mateo Mei Milan Mina Nadia Nils Noor Olga Omar Priya Rafael Rosa Ruth Samira Selim Sofia Tariq Tomas Uma Vera Viktor Wanda Yara Yusuf Zoe'.split(
    ' ',
  );

/** Last names of people in the worlds. */
export const LAST_NAMES: readonly string[] =
  'Abebe Adeyemi Almeida Andersen Baptiste Bauer Castillo Chen Costa Dang Delgado Dubois Eriksen Fernandes Fischer Fontaine Gallo Haddad Hansen Herrera Hoffmann Ibrahim Ito Jansen Kaya Keller Khan Kowalski Kumar Larsen Lefevre Lindholm Lopez Mancini Mbeki Moreau Nakamura Novak Nowak Okafor Olsen Park Pereira Petrov Quinn Rahman Ramos Reyes Rossi Santos Sato Schmidt Silva Sorensen Tanaka Torres Urban Vargas Vogel Weber Yilmaz Zhang'.split(
    ' ',
  );
