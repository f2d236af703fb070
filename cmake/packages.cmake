# What a package holds, and the two packages: a .deb that names the libraries it needs, and a
# tarball that carries those that a plain desktop lacks, fonts included. cmake/package.sh makes both.
include(GNUInstallDirs)
set(share "${CMAKE_INSTALL_DATADIR}/lanescope")

install(TARGETS lanescope RUNTIME COMPONENT program)
# What whole programs load (`lanescope program`), alone in its folder; nvcc's linker wants the other name.
if(TARGET cudart)
  install(TARGETS cudart driver_library LIBRARY DESTINATION lib/lanescope/cuda COMPONENT program)
  install(TARGETS launch_times LIBRARY DESTINATION lib/lanescope/times COMPONENT program)
  install(CODE "set(runtime_library LIBRARIES \"$<TARGET_FILE:cudart>\")" COMPONENT portable)
endif()
install(DIRECTORY docs/problems DESTINATION "${share}" COMPONENT program FILES_MATCHING PATTERN "*.md")
install(DIRECTORY kernels DESTINATION "${share}" COMPONENT program)
install(DIRECTORY assets/ "${CMAKE_BINARY_DIR}/assets/" DESTINATION "${share}/assets"
  COMPONENT program PATTERN ".stamp" EXCLUDE PATTERN ".machine_code" EXCLUDE
  PATTERN "desktop" EXCLUDE)
# What `lanescope fetch` hands to pip.
install(FILES cmake/python/cuda.txt cmake/python/nvcc.txt cmake/python/nvdisasm.txt cmake/python/curand.txt
  DESTINATION "${share}/assets/python" COMPONENT program)
install(FILES README.md ARCHITECTURE.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright COMPONENT program)
install(FILES assets/desktop/lanescope.desktop
  DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT program)
install(FILES assets/desktop/lanescope.svg
  DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT program)

# Beside the program in the tarball; no such folder in the .deb.
set_target_properties(lanescope PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/lanescope")
# An old-style path holds for the libraries that the packed libraries need, too.
target_link_options(lanescope PRIVATE -Wl,--disable-new-dtags)
install(CODE [[
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES "$<TARGET_FILE:lanescope>" ${runtime_library}
    RESOLVED_DEPENDENCIES_VAR libraries
    PRE_EXCLUDE_REGEXES
      # The C and C++ run time, and what belongs to the graphics driver and the display.
      "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so" "^ld-linux"
      "^lib(GL|EGL|GLX|OpenGL|GLdispatch|X11|Xau|Xdmcp|xcb|bsd|md)\\.so")
  foreach(library IN LISTS libraries)
    file(INSTALL "${library}" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/lanescope"
      TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN)
  endforeach()]] COMPONENT portable)
foreach(font IN ITEMS opentype/inter/Inter-Regular.otf opentype/inter/Inter-SemiBold.otf
    truetype/jetbrains-mono/JetBrainsMono-Regular.ttf)
  install(FILES "/usr/share/fonts/${font}" DESTINATION "${share}/fonts" COMPONENT portable OPTIONAL)
endforeach()
foreach(package IN ITEMS fonts-inter fonts-jetbrains-mono)
  install(FILES "/usr/share/doc/${package}/copyright" DESTINATION "${share}/fonts"
    RENAME "${package}.copyright" COMPONENT portable OPTIONAL)
endforeach()

set(CPACK_PACKAGE_DIRECTORY "${CMAKE_SOURCE_DIR}/build/packages")
set(CPACK_PACKAGE_NAME lanescope)
set(CPACK_PACKAGE_CONTACT "The Lanescope authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows how a CUDA kernel executes, warp by warp")
set(CPACK_PACKAGE_DESCRIPTION "Runs the PTX that NVIDIA's compiler makes on an instrumented SIMT
model and lets a class step through it: lanes, divergence, banks, sectors, barriers. No GPU is
needed. The lessons are compiled ahead; editing kernels needs NVRTC.")
set(CPACK_PACKAGE_FILE_NAME "lanescope-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-jetbrains-mono, libgl1-mesa-dri")
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_SOURCE_DIR}/cmake/packages_components.cmake")
include(CPack)
