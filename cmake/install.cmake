# What `cmake --install build/release` puts on a machine: the binary, its man page, the shell completions, the page
# where `./dev web` has built it, the examples.
include(GNUInstallDirs)
if(TARGET cleave)
  install(TARGETS cleave RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/cleave.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES docs/completions/cleave.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cleave)
  install(FILES docs/completions/_cleave DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES docs/completions/cleave.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(DIRECTORY build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/cleave/web OPTIONAL)
install(DIRECTORY docs/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.py")
install(FILES README.md LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
